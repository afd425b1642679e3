import type { ReleaseSet } from '@shop/federation'
import type { SitemapEntry } from '@shop/router'
import { fetchWithTimeout } from './fetch-with-timeout'
import { releaseFile } from './release-files'
import type { ServerBuilds } from './server-builds'

interface SitemapReaderOptions {
  /** Folder of the release store. */
  store: string
  /** Null when every page is rendered in the browser. */
  builds: Pick<ServerBuilds, 'routes' | 'sitemapEntries'> | null
  supabaseUrl: string
  supabaseKey: string
}

/**
 * Reads the entries of a remote's pages that stand for many, such as products: none of a remote without a server build.
 * @returns rejects when they cannot be read
 */
export function sitemapReader({ store, builds, supabaseUrl, supabaseKey }: SitemapReaderOptions) {
  return async (set: ReleaseSet, remote: string): Promise<SitemapEntry[]> => {
    const file = set.remotes[remote]?.server
    if (!builds || !file) return []
    const exposed = await builds.routes(releaseFile(store, file), set)
    if (exposed === null) throw new Error(`The server build of ${remote} cannot run`)
    return builds.sitemapEntries({ exposed, supabaseUrl, supabaseKey, fetch: fetchWithTimeout() }, set)
  }
}
