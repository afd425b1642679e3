import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { remoteFor, type ReleaseSet } from './release-set'
import { absolute, fetchAnew, hasHash, verifyFiles } from './verified-files'

/** A remote that could not be loaded: its files are missing or broken, or its code threw on start. */
export class RemoteUnavailable extends Error {
  readonly remote: string

  /** @param entry address of its container, by which a report tells whose fault it is */
  constructor(remote: string, cause: unknown, entry = '') {
    super(`The remote ${remote} could not be loaded ${entry}`, { cause })
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
  /** The fragments that it exposes with them; undefined without any. @throws RemoteUnavailable */
  fragments(name: string): Promise<unknown>
  /** Id of the release set that this document runs. */
  set(): string
  /**
   * Fetches the visitor's set again. The same one: nobody waits longer for what is loading, and the next load asks anew. Another
   * one: the document is opened anew, since two versions of a remote must not run in one. A remote that was retried and failed
   * although all its files came as they were released is reported first: the visitor may then get another set.
   */
  renew(): Promise<void>
}

/** The module `./routes` of a remote. */
interface ExposedModule {
  default: unknown
  fragments?: unknown
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

/**
 * Registers the remotes of a release set with Module Federation.
 *
 * @param set the set that the page was served with
 * @param visitorsSet fetches the set that the visitor would get now, once it has reported the set of this id as broken; when it
 *   rejects, the current set stays in use
 * @param openAnew opens the document again
 */
export function createRemotes(
  set: ReleaseSet,
  visitorsSet: (broken: string | null) => Promise<ReleaseSet>,
  openAnew: () => void,
): Remotes {
  const loading = new Map<string, Promise<ExposedModule>>()
  const failed = new Set<string>()
  // Remotes of which a file did not come, or not as it was released, since they last worked: their connection is to blame.
  const lost = new Set<string>()
  let renewals = 0
  const retried = new Set<string>()
  const giveUp = verifyFiles(set)
  register(set, Object.keys(set.remotes))

  const load = async (name: string, round: number) => {
    // Module Federation remembers what failed until the remote is registered again.
    if (failed.delete(name)) {
      giveUp(name)
      register(set, [name])
    }
    try {
      // Without a hash nobody could tell whether the script is the released one.
      if (!hasHash(set, name, 'entry')) throw new Error('Its release has no hash')
      const module = await loadRemote<ExposedModule>(`${name}/routes`)
      if (!module) throw new Error('The container exposes no ./routes')
      return module
    } catch (error) {
      if (round === renewals) failed.add(name)
      throw error
    }
  }
  /** Loads a remote; when that fails once more, with files that are fetched past every cache. */
  const loadOrRetry = async (name: string) => {
    const round = renewals
    try {
      return await load(name, round)
    } catch (error) {
      // The visitor has asked again meanwhile.
      if (round !== renewals) throw error
      await fetchAnew(set, name).catch((missing: unknown) => {
        lost.add(name)
        throw missing
      })
      return load(name, round)
    }
  }

  const exposedBy = async (name: string) => {
    const current = loading.get(name) ?? loadOrRetry(name)
    loading.set(name, current)
    try {
      const exposed = await current
      lost.delete(name)
      return exposed
    } catch (error) {
      throw new RemoteUnavailable(name, error, set.remotes[name]?.entry)
    } finally {
      if (loading.get(name) === current) loading.delete(name)
    }
  }
  return {
    at: (pathname) => remoteFor(set, pathname),
    mounts: () => Object.values(set.remotes).flatMap(({ mounts }) => mounts),
    routes: async (name) => (await exposedBy(name)).default,
    fragments: async (name) => (await exposedBy(name)).fragments,
    set: () => set.id,
    async renew() {
      const name = remoteFor(set, location.pathname) ?? ''
      const isBroken = retried.has(name) && failed.has(name) && !lost.has(name)
      // Without an answer the web server is away, and would not give another document either.
      const found = await visitorsSet(isBroken ? set.id : null).catch(() => set)
      if (found.id !== set.id) {
        openAnew()
        // Nothing more happens in this document.
        return new Promise(() => undefined)
      }
      retried.add(name)
      renewals += 1
      for (const other of loading.keys()) {
        lost.add(other)
        // A container that has come goes on: a second one would run beside it.
        if (!((set.remotes[other]?.globalName ?? '') in globalThis)) failed.add(other)
      }
      loading.clear()
    },
  }
}
