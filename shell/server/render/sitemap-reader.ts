import type { ReleaseSet } from '@shop/federation'
import type { SitemapEntry } from '@shop/router'
import { fetchWithTimeout } from '../http/fetch-with-timeout'
import type { ServerBuilds } from './workers/server-builds'

interface SitemapReaderOptions {
  /** Null when every page is rendered in the browser. */
  builds: Pick<ServerBuilds, 'routes' | 'sitemapEntries'> | null
  supabaseUrl: string
  supabaseKey: string
}

/**
 * Reads the entries of a remote's pages that stand for many, such as products: none of a remote without a server build.
 * @returns rejects when they cannot be read
 */
export function sitemapReader({ builds, supabaseUrl, supabaseKey }: SitemapReaderOptions) {
  return async (set: ReleaseSet, remote: string): Promise<SitemapEntry[]> => {
    if (!builds || !set.remotes[remote]?.server) return []
    if (builds.routes(set, remote) === null) throw new Error(`The server build of ${remote} cannot run`)
    return builds.sitemapEntries(set, remote, { supabaseUrl, supabaseKey, fetch: fetchWithTimeout() })
  }
}
