import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { remoteFor, type ReleaseSet } from './release-set'
import { hasHash, checkContainers } from './verified-script'

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
  /** Fetches the live set again and drops failed loads, so that the next load retries. */
  renew(): Promise<void>
}

function register(set: ReleaseSet, names: readonly string[]) {
  checkContainers(set)
  const remotes = names.flatMap((name) => {
    const release = set.remotes[name]
    return release ? [[name, release] as const] : []
  })
  registerRemotes(
    remotes.map(([name, { entry, globalName }]) => ({
      name,
      entry: new URL(entry, document.baseURI).href,
      entryGlobalName: globalName,
      type: 'global' as const,
    })),
    { force: true },
  )
}

/**
 * Registers the remotes of a release set with Module Federation.
 *
 * @param initial the set that the page was served with
 * @param fetchLiveSet fetches the live set; when it rejects, the current set stays in use
 */
export function createRemotes(initial: ReleaseSet, fetchLiveSet: () => Promise<ReleaseSet>): Remotes {
  let set = initial
  const loaded = new Map<string, Promise<unknown>>()
  const failed = new Set<string>()
  register(set, Object.keys(set.remotes))

  return {
    at: (pathname) => remoteFor(set, pathname),
    mounts: () => Object.values(set.remotes).flatMap(({ mounts }) => mounts),
    routes(name) {
      const cached = loaded.get(name)
      if (cached) return cached
      // Without a hash nobody could tell whether the script is the released one.
      if (!hasHash(set, name))
        return Promise.reject(new RemoteUnavailable(name, new Error('Its release has no hash')))
      const loading = loadRemote<{ default: unknown }>(`${name}/routes`).then(
        (module) => {
          if (!module) throw new RemoteUnavailable(name, new Error('The container exposes no ./routes'))
          return module.default
        },
        (error: unknown) => {
          throw new RemoteUnavailable(name, error)
        },
      )
      loaded.set(name, loading)
      loading.catch(() => {
        loaded.delete(name)
        failed.add(name)
      })
      return loading
    },
    async renew() {
      const live = await fetchLiveSet().catch(() => set)
      const stale = Object.keys(live.remotes).filter(
        (name) => failed.has(name) || live.remotes[name]?.version !== set.remotes[name]?.version,
      )
      for (const name of stale) loaded.delete(name)
      failed.clear()
      set = live
      register(set, stale)
    },
  }
}
