import type { ReleaseSet } from '@shop/federation'
import { Hono, type Context } from 'hono'
import { access } from 'node:fs/promises'
import { releaseFile } from './releases/release-files'
import { pagesFile } from './releases/release-pages'
import type { LiveReleaseSet } from './releases/live-releases'
import type { ShopData } from './cache/shop-data'

/** Whether a part of the shop works; "off" where this server runs without it. */
export type PartState = 'up' | 'down' | 'off'

/** Options of the health checks. */
export interface HealthOptions {
  /** Folder of the release store. */
  store: string
  releases: LiveReleaseSet
  data: Pick<ShopData, 'isReachable' | 'isFollowing'>
  /** In development other servers serve the files. */
  dev: boolean
  /** Whether this server is shutting down. */
  isStopping?: () => boolean
  /** The workers beside the web server. */
  workers?: () => { mailer: PartState; refunds: PartState }
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

/** Since when each part has been in its state, as ISO times: since this server first saw it so. */
function stateTimes() {
  const seen = new Map<string, { state: PartState; since: string }>()
  return (states: Readonly<Record<string, PartState>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(states).map(([part, state]) => {
        const before = seen.get(part)
        const now = before?.state === state ? before : { state, since: new Date().toISOString() }
        seen.set(part, now)
        return [part, now.since]
      }),
    )
}

const headers = { 'cache-control': 'no-store' }

/**
 * The health checks.
 *
 * - `/livez`: 200 while the process answers; for what restarts it.
 * - `/readyz`: 200 while this server can serve a release set whose files are there, 503 otherwise and during shutdown; for
 *   load balancers. It never waits for the backend, and a promotion that cannot be served changes nothing.
 * - `/healthz`: for people. The state of backend, realtime, workers and members, and since when; 503 when files of a member
 *   are missing, or the set that should be live cannot be served: `rejected` names the member. A backend that is down is
 *   reported with 200, since replacing this server would not help.
 */
export function health({ store, releases, data, dev, isStopping, workers }: HealthOptions): Hono {
  const since = stateTimes()

  /** The members of a set, with whether their files are there. */
  const members = async (set: ReleaseSet) => {
    const [hasShell, ...remotes] = await Promise.all([
      dev || filesExist(shellFiles(set).map((url) => releaseFile(store, url))),
      ...Object.entries(set.remotes).map(async ([name, release]) => {
        const exists = dev || (await filesExist(requiredFiles(store, name, release)))
        return [name, { version: release.version, state: exists ? 'up' : 'missing' }] as const
      }),
    ])
    return { hasShell, remotes, isComplete: hasShell && remotes.every(([, { state }]) => state === 'up') }
  }

  const ready = async (context: Context) => {
    const set = await releases.current()
    const reason = isStopping?.()
      ? 'shutting down'
      : set.id === 'none'
        ? 'no release set'
        : (await members(set)).isComplete
          ? null
          : 'files missing'
    return context.json({ status: reason ?? 'ok', releaseSet: set.id }, reason === null ? 200 : 503, headers)
  }

  const state = async (context: Context) => {
    const set = await releases.current()
    const [isReachable, { hasShell, remotes, isComplete }] = await Promise.all([
      data.isReachable(),
      members(set),
    ])
    const parts = {
      backend: isReachable ? 'up' : 'down',
      realtime: data.isFollowing() ? 'up' : 'down',
      ...(workers?.() ?? { mailer: 'off', refunds: 'off' }),
    } as const
    // The set that should be live, where another one is served in its place.
    const rejected = releases.problem()
    const isOk = !rejected && isComplete
    const body = {
      status: isOk ? 'ok' : 'files missing',
      ...parts,
      since: since(parts),
      releaseSet: set.id,
      shell: hasShell ? 'up' : 'missing',
      shellVersion: set.shell?.version ?? null,
      remotes: Object.fromEntries(remotes),
      ...(rejected && { rejected }),
    }
    return context.json(body, isOk ? 200 : 503, headers)
  }

  return new Hono()
    .get('/livez', (context) => context.text('ok', 200, headers))
    .get('/readyz', ready)
    .get('/healthz', state)
}
