import type { ReleaseSet } from '@shop/federation'
import type { Handler } from 'hono'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { releaseFile } from './release-files'
import type { LiveReleaseSet } from './release-set-file'
import type { ShopData } from './shop-data'

/** What the web server's own state is asked of. */
export interface HealthOptions {
  root: string
  releases: LiveReleaseSet
  data: Pick<ShopData, 'answers'>
  /** Addresses of the shell's scripts. */
  scripts: readonly string[]
  /** Where the shell's files lie. */
  shellFolder: string
  /** In development the files are held by other servers. */
  dev: boolean
}

const areThere = (files: readonly string[]): Promise<boolean> =>
  Promise.all(files.map((file) => access(file))).then(
    () => true,
    () => false,
  )

/** The files that a live remote cannot do without. */
function filesOf(
  root: string,
  { manifest, entry, routes, pages, server }: ReleaseSet['remotes'][string],
): string[] {
  return [manifest, entry, ...routes, ...pages, ...(server ? [server] : [])].map((url) =>
    releaseFile(root, url),
  )
}

/**
 * Answers how the shop is: 200 with the state of the backend and of every member of the live set, 503 when files of one
 * of them are missing. A backend that is away is told but no reason to replace this server: pages are served without it.
 */
export function health({ root, releases, data, scripts, shellFolder, dev }: HealthOptions): Handler {
  return async (context) => {
    const set = await releases.current()
    const [answers, shellThere, ...remotes] = await Promise.all([
      data.answers(),
      dev || areThere(scripts.map((url) => path.join(shellFolder, url.replace(/^\/assets/, '')))),
      ...Object.entries(set.remotes).map(async ([name, release]) => {
        const there = dev || (await areThere(filesOf(root, release)))
        return [name, { version: release.version, state: there ? 'up' : 'missing' }] as const
      }),
    ])
    const whole = shellThere && remotes.every(([, { state }]) => state === 'up')
    const state = {
      status: whole ? 'ok' : 'files missing',
      backend: answers ? 'up' : 'down',
      releaseSet: set.id,
      shell: shellThere ? 'up' : 'missing',
      remotes: Object.fromEntries(remotes),
    }
    return context.json(state, whole ? 200 : 503, { 'cache-control': 'no-store' })
  }
}
