import type { ReleaseSet } from '@shop/federation'
import type { Handler } from 'hono'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { releaseFile } from './release-files'
import type { LiveReleaseSet } from './release-set-file'
import type { ShopData } from './shop-data'

/** Options of the health check. */
export interface HealthOptions {
  root: string
  releases: LiveReleaseSet
  data: Pick<ShopData, 'isReachable'>
  /** Addresses of the shell's scripts. */
  scripts: readonly string[]
  /** Folder of the shell's files. */
  shellFolder: string
  /** Why members are not served, by name. */
  refused?: () => Readonly<Record<string, string>>
  /** In development other servers serve the files. */
  dev: boolean
}

const filesExist = (files: readonly string[]): Promise<boolean> =>
  Promise.all(files.map((file) => access(file))).then(
    () => true,
    () => false,
  )

/** Paths of the files that a live remote needs. */
function requiredFiles(
  root: string,
  { manifest, entry, routes, pages, server }: ReleaseSet['remotes'][string],
): string[] {
  return [manifest, entry, ...routes, ...pages, ...(server ? [server] : [])].map((url) =>
    releaseFile(root, url),
  )
}

/**
 * The health check: 200 with the state of the backend and of every member of the live release set, 503 when files of one
 * of them are missing. A backend that is down is reported with 200, since replacing this server would not help.
 */
export function health({ root, releases, data, scripts, shellFolder, refused, dev }: HealthOptions): Handler {
  return async (context) => {
    const set = await releases.current()
    const [answers, shellExists, ...remotes] = await Promise.all([
      data.isReachable(),
      dev || filesExist(scripts.map((url) => path.join(shellFolder, url.replace(/^\/assets/, '')))),
      ...Object.entries(set.remotes).map(async ([name, release]) => {
        const exists = dev || (await filesExist(requiredFiles(root, release)))
        return [name, { version: release.version, state: exists ? 'up' : 'missing' }] as const
      }),
    ])
    const unverified = refused?.() ?? {}
    const complete =
      shellExists && remotes.every(([, { state }]) => state === 'up') && Object.keys(unverified).length === 0
    const state = {
      status: complete ? 'ok' : 'files missing',
      backend: answers ? 'up' : 'down',
      releaseSet: set.id,
      shell: shellExists ? 'up' : 'missing',
      remotes: Object.fromEntries(remotes),
      ...(Object.keys(unverified).length > 0 && { refused: unverified }),
    }
    return context.json(state, complete ? 200 : 503, { 'cache-control': 'no-store' })
  }
}
