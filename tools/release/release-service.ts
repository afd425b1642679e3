import type { ReleaseRecord } from '@shop/federation/store'
import { createBackend, row, type Json } from '@shop/supabase'
import { existsSync, readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { errorMessage } from '../../shell/server/error-message'
import { backendFetch } from '../../shell/server/http/backend-fetch'
import { serviceBackend } from '../../shell/server/payments/service-backend'
import { parseReleases, type KnownReleases } from '../../shell/server/releases/release-source'
import { readRunningCanary, type RunningCanary } from '../../shell/server/releases/running-canary'
import { localAddress, UsageError, type Environment, type WebServerAddress } from '../environment'

const liveSet = v.object({ live: v.string(), changed: v.boolean() })
const started = v.object({ candidate: v.string() })

/** Which set is live now, and whether that is new. */
type LiveSet = v.InferOutput<typeof liveSet>

/** The calls of the release commands to the shop's database. */
export interface ReleaseService {
  known(): Promise<KnownReleases>
  /** Records releases and makes the set live that has them. @throws Error in words when it is rejected */
  promote(records: readonly ReleaseRecord[], isStart?: boolean): Promise<LiveSet>
  rollBack(withdraw: boolean): Promise<LiveSet>
  /** The owner of a remote and the paths that it serves; null for an unknown remote. */
  remote(name: string): Promise<{ owner: string; mounts: string[] } | null>
  setRemote(name: string, owner: string, mounts: string[]): Promise<void>
  /** The canary that runs, with what was counted; null without one. */
  canary(): Promise<RunningCanary | null>
  /** Gives a share of visitors, in percent, the live set with this release. @param byHand it is advanced by hand alone */
  startCanary(record: ReleaseRecord, share: number, byHand: boolean): Promise<{ candidate: string }>
  /** Gives a canary that still has this share the next one. @returns whether it had */
  advanceCanary(id: number, share: number, why: string): Promise<boolean>
  /** Gives everybody the live set again. @returns whether the canary ran */
  stopCanary(id: number, why: string): Promise<boolean>
}

/** The person who runs a command, as the history of releases names them. */
function actor(): string {
  let name = 'somebody'
  try {
    name = userInfo().username
  } catch {
    // A user without an entry in the system's list.
  }
  return `${name}@${hostname()}`.slice(0, 200)
}

/** Releases by the shop's database. @param key the secret key */
export function releaseService(url: string, key: string): ReleaseService {
  const db = serviceBackend(url, key)
  const by = actor()
  const record = async (release: ReleaseRecord) => {
    const json: Json = JSON.parse(JSON.stringify(release))
    await row(db.rpc('record_release', { p_record: json, p_actor: by }))
  }
  return {
    known: async () => parseReleases(await row(db.rpc('live_releases'))),
    async promote(records, isStart = false) {
      for (const release of records) await record(release)
      const members = Object.fromEntries(records.map(({ name, version }) => [name, version]))
      return v.parse(
        liveSet,
        await row(
          db.rpc('promote_release', { p_members: members, p_actor: by, p_why: '', p_start: isStart }),
        ),
      )
    },
    rollBack: async (withdraw) =>
      v.parse(
        liveSet,
        await row(db.rpc('roll_back_release', { p_actor: by, p_why: '', p_withdraw: withdraw })),
      ),
    async remote(name) {
      const { data, error } = await db.from('remotes').select('owner, mounts').eq('name', name).maybeSingle()
      if (error) throw new UsageError(error.message)
      return data
    },
    async setRemote(name, owner, mounts) {
      const { error } = await db.rpc('set_remote', { p_name: name, p_owner: owner, p_mounts: mounts })
      if (error) throw new UsageError(error.message)
    },
    canary: async () => readRunningCanary(await row(db.rpc('running_canary'))),
    async startCanary(release, share, byHand) {
      await record(release)
      const members = { [release.name]: release.version }
      const asked = { p_members: members, p_share: share, p_by_hand: byHand, p_actor: by }
      return v.parse(started, await row(db.rpc('start_canary', asked)))
    },
    advanceCanary: async (id, share, why) =>
      row(db.rpc('advance_canary', { p_canary: id, p_share: share, p_actor: by, p_why: why })),
    stopCanary: async (id, why) => row(db.rpc('stop_canary', { p_canary: id, p_actor: by, p_why: why })),
  }
}

const tokenRemote = v.object({ name: v.string(), owner: v.string(), mounts: v.array(v.string()) })

/**
 * Releases of the one member that a token is for; for anything else its calls throw a UsageError.
 * @param key the key of visitors
 */
export function tokenReleaseService(url: string, key: string, token: string): ReleaseService {
  const db = createBackend({ url, key }, { fetch: backendFetch })
  const withKey = (what: string) =>
    new UsageError(
      `A release token does not allow to ${what}: set SUPABASE_SECRET_KEY and unset RELEASE_TOKEN.`,
    )
  return {
    known: async () => parseReleases(await row(db.rpc('live_releases'))),
    async promote([record, ...others]) {
      if (!record || others.length > 0) throw withKey('promote several members')
      const json: Json = JSON.parse(JSON.stringify(record))
      return v.parse(liveSet, await row(db.rpc('promote_with_token', { p_token: token, p_record: json })))
    },
    async rollBack(withdraw) {
      if (withdraw) throw withKey('withdraw a set')
      return v.parse(liveSet, await row(db.rpc('roll_back_with_token', { p_token: token })))
    },
    async remote(name) {
      const own = await row(db.rpc('token_remote', { p_token: token })).then(
        (remote) => v.parse(tokenRemote, remote),
        (error: unknown) => {
          throw new UsageError(errorMessage(error))
        },
      )
      if (own.name !== name) throw new UsageError(`RELEASE_TOKEN is for ${own.name}, not for ${name}.`)
      return own
    },
    setRemote: () => Promise.reject(withKey('give a remote its paths')),
    canary: () => Promise.reject(withKey('read a canary')),
    startCanary: () => Promise.reject(withKey('start a canary')),
    advanceCanary: () => Promise.reject(withKey('advance a canary')),
    stopCanary: () => Promise.reject(withKey('stop a canary')),
  }
}

const keysFile = v.object({ publishableKey: v.string(), secretKey: v.string() })

type Backend = Pick<Environment, 'dataDir' | 'backendPort' | 'external'>

/** The keys of the embedded backend. @throws UsageError when the shop has never run with this data folder */
function embeddedKeys({ dataDir }: Pick<Backend, 'dataDir'>) {
  const keys = path.join(dataDir, 'keys.json')
  if (!existsSync(keys)) throw new UsageError('The shop does not run here: start it first.')
  return v.parse(keysFile, JSON.parse(readFileSync(keys, 'utf8')))
}

const urlOf = ({ external, backendPort }: Backend) =>
  external?.url ?? `http://localhost:${String(backendPort)}`

/** The backend of the shop, with the key of visitors. @throws UsageError when it is not known */
export const publicBackend = (environment: Backend): { url: string; key: string } => ({
  url: urlOf(environment),
  key: environment.external?.key ?? embeddedKeys(environment).publishableKey,
})

/**
 * The releases of the shop that runs with this environment.
 * @throws UsageError when it does not run, or there is neither a release token nor the secret key
 */
export async function runningShop(environment: Environment): Promise<ReleaseService> {
  const { external, releaseToken } = environment
  if (external && !external.secretKey && releaseToken === null)
    throw new UsageError(
      'Set SUPABASE_SECRET_KEY, or RELEASE_TOKEN for the member that it is for: it is said who changes what is live.',
    )
  const url = urlOf(environment)
  const service =
    releaseToken === null
      ? releaseService(url, external?.secretKey ?? embeddedKeys(environment).secretKey)
      : tokenReleaseService(url, publicBackend(environment).key, releaseToken)
  await service.known().catch((error: unknown) => {
    const why = errorMessage(error)
    throw new UsageError(
      `The releases of the shop cannot be read from ${url} (${why}): start the shop first.`,
    )
  })
  return service
}

const waitMs = 30_000

/** Waits until a set that has just gone live is served, and prints that, or that another has overtaken it. */
export async function printWhenServed(
  service: ReleaseService,
  server: WebServerAddress,
  set: string,
): Promise<void> {
  const live = await untilServed(server, set, async () => (await service.known()).live)
  console.log(
    live === set
      ? `Live: set ${set}`
      : `Set ${set} went live and was overtaken at once: set ${live} is live.`,
  )
}

/**
 * Waits until this machine's web server serves a set.
 * @param live which set is live meanwhile
 * @returns the set that has taken its place before it was served; otherwise the set itself
 * @throws UsageError when it runs but does not within half a minute, with the reason it gives
 */
export async function untilServed(
  server: WebServerAddress,
  set: string,
  live: () => Promise<string | null> = () => Promise.resolve(set),
): Promise<string> {
  const end = Date.now() + waitMs
  for (;;) {
    const health = await fetch(`${localAddress(server)}/healthz`).then(
      async (response) =>
        v.parse(
          v.looseObject({
            releaseSet: v.string(),
            rejected: v.optional(v.looseObject({ set: v.string(), why: v.string(), member: v.string() })),
          }),
          await response.json(),
        ),
      () => null,
    )
    if (!health) {
      console.log(
        `No web server answers at port ${String(server.port)}; it serves the set once it is started.`,
      )
      return set
    }
    if (health.releaseSet === set) return set
    const other = await live()
    if (other !== null && other !== set) return other
    if (health.rejected?.set === set)
      throw new UsageError(
        `The web server does not serve ${set}: ${health.rejected.member}: ${health.rejected.why}.`,
      )
    if (Date.now() > end)
      throw new UsageError(
        `The web server still serves ${health.releaseSet} after half a minute, not ${set}.`,
      )
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
