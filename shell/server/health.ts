import type { ReleaseSet } from '@shop/federation'
import type { Handler } from 'hono'
import { access } from 'node:fs/promises'
import { releaseFile } from './releases/release-files'
import { pagesFile } from './releases/release-pages'
import type { LiveReleaseSet } from './releases/live-releases'
import type { ShopData } from './cache/shop-data'

/** Options of the health check. */
export interface HealthOptions {
  /** Folder of the release store. */
  store: string
  releases: LiveReleaseSet
  data: Pick<ShopData, 'isReachable'>
  /** In development other servers serve the files. */
  dev: boolean
}

const filesExist = (files: readonly string[]): Promise<boolean> =>
  Promise.all(files.map((file) => access(file))).then(
    () => true,
    () => false,
  )

/** Addresses of the shell's files that its pages need. */
const shellFiles = ({ shell }: ReleaseSet): string[] =>
  shell ? [...shell.files, `/releases/shell/${shell.version}/${pagesFile}`] : []

/** Paths of the files that a live remote needs. */
function requiredFiles(
  store: string,
  name: string,
  { version, manifest, entry, routes, pages, server }: ReleaseSet['remotes'][string],
): string[] {
  const described = `/releases/${name}/${version}/${pagesFile}`
  return [manifest, entry, described, ...routes, ...pages, ...(server ? [server] : [])].map((url) =>
    releaseFile(store, url),
  )
}

/**
 * The health check: 200 with the state of the backend and of every member of the live release set, 503 when files of one
 * of them are missing, or the set that should be live cannot be served: `rejected` names the member. A backend that is down is reported with 200, since replacing this server would not help.
 */
export function health({ store, releases, data, dev }: HealthOptions): Handler {
  return async (context) => {
    const set = await releases.current()
    const [responses, shellExists, ...remotes] = await Promise.all([
      data.isReachable(),
      dev || filesExist(shellFiles(set).map((url) => releaseFile(store, url))),
      ...Object.entries(set.remotes).map(async ([name, release]) => {
        const exists = dev || (await filesExist(requiredFiles(store, name, release)))
        return [name, { version: release.version, state: exists ? 'up' : 'missing' }] as const
      }),
    ])
    // The set that should be live, where another one is served in its place.
    const rejected = releases.problem()
    const complete = !rejected && shellExists && remotes.every(([, { state }]) => state === 'up')
    const state = {
      status: complete ? 'ok' : 'files missing',
      backend: responses ? 'up' : 'down',
      releaseSet: set.id,
      shell: shellExists ? 'up' : 'missing',
      shellVersion: set.shell?.version ?? null,
      remotes: Object.fromEntries(remotes),
      ...(rejected && { rejected }),
    }
    return context.json(state, complete ? 200 : 503, { 'cache-control': 'no-store' })
  }
}
