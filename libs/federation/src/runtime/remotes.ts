import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { remoteFor, type ReleaseSet } from './release-set'
import { absolute, fetchAnew, hasHash, verifyFiles } from './verified-files'

/** A remote that could not be loaded: its files are missing or broken, or its code threw on start. */
export class RemoteUnavailable extends Error {
  readonly remote: string

  constructor(remote: string, cause: unknown) {
    super(`The remote ${remote} could not be loaded`, { cause })
    this.name = 'RemoteUnavailable'
    this.remote = remote
  }
}

/** The remotes of the live release set, in one tab. */
export interface Remotes {
  /** The remote that serves a path, or null. */
  at(pathname: string): string | null
  /** All path prefixes served by remotes. */
  mounts(): string[]
  /** The routes a remote exposes. @throws RemoteUnavailable */
  routes(name: string): Promise<unknown>
  /** Id of the release set that this document runs. */
  set(): string
  /**
   * Fetches the visitor's set again. The same one: nobody waits longer for what is loading, the next load asks anew; where the page has
   * been retried before, the document is opened anew with the last good set. Another one: the document is opened anew, since
   * two versions of a remote must not run in one.
   */
  renew(): Promise<void>
}

/** Registers remotes by their manifests, which say what Module Federation's tools show; by the container where there is none. */
function register(set: ReleaseSet, names: Iterable<string>) {
  const remotes = [...names].flatMap((name) => {
    const release = set.remotes[name]
    if (!release) return []
    const { manifest, entry, globalName, type = 'global' } = release
    return hasHash(set, name, 'manifest')
      ? [{ name, entry: absolute(manifest) }]
      : [{ name, entry: absolute(entry), entryGlobalName: globalName, type }]
  })
  registerRemotes(remotes, { force: true })
}

/** The set that a visitor would get now. */
export interface VisitorsSet {
  set: ReleaseSet
  /** Id of the set that a rollback would give; null when there is none. */
  lastGood: string | null
}

/**
 * Registers the remotes of a release set with Module Federation.
 *
 * @param set the set that the page was served with
 * @param fetchSet fetches the visitor's set; when it rejects, the current set stays in use
 * @param openAnew opens the document again, with the set of this id; null for the one that the visitor gets
 */
export function createRemotes(
  set: ReleaseSet,
  fetchSet: () => Promise<VisitorsSet>,
  openAnew: (set: string | null) => void,
): Remotes {
  const loading = new Map<string, Promise<unknown>>()
  const failed = new Set<string>()
  let renewals = 0
  const retriedAt = new Set<string>()
  verifyFiles(set)
  register(set, Object.keys(set.remotes))

  const load = async (name: string, round: number) => {
    // Module Federation remembers what failed until the remote is registered again.
    if (failed.delete(name)) register(set, [name])
    try {
      const module = await loadRemote<{ default: unknown }>(`${name}/routes`)
      if (!module) throw new Error('The container exposes no ./routes')
      return module.default
    } catch (error) {
      if (round === renewals) failed.add(name)
      throw error
    }
  }
  /** Loads a remote; when that fails once more, with files that are fetched past every cache. */
  const loadOrRetry = async (name: string) => {
    // Without a hash nobody could tell whether the script is the released one.
    if (!hasHash(set, name, 'entry')) throw new Error('Its release has no hash')
    const round = renewals
    try {
      return await load(name, round)
    } catch (error) {
      // The visitor has asked again meanwhile.
      if (round !== renewals) throw error
      await fetchAnew(set, name)
      return load(name, round)
    }
  }

  return {
    at: (pathname) => remoteFor(set, pathname),
    mounts: () => Object.values(set.remotes).flatMap(({ mounts }) => mounts),
    async routes(name) {
      const current = loading.get(name) ?? loadOrRetry(name)
      loading.set(name, current)
      try {
        return await current
      } catch (error) {
        throw new RemoteUnavailable(name, error)
      } finally {
        if (loading.get(name) === current) loading.delete(name)
      }
    },
    set: () => set.id,
    async renew() {
      const { pathname } = location
      // Without an answer the web server is away, and would not give another document either.
      const found = await fetchSet().catch(() => ({ set, lastGood: null }))
      const hasOther = found.set.id !== set.id
      const fallsBack = retriedAt.has(pathname) && found.lastGood !== null && found.lastGood !== set.id
      if (hasOther || fallsBack) {
        openAnew(hasOther ? null : found.lastGood)
        // Nothing more happens in this document.
        return new Promise(() => undefined)
      }
      retriedAt.add(pathname)
      renewals += 1
      for (const name of loading.keys()) failed.add(name)
      loading.clear()
    },
  }
}
