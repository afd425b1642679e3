import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { comesIntact } from './intact-remote'
import { remoteFor, type ReleaseSet } from './release-set'
import { absolute, hasHash, verifyFiles } from './verified-files'

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
   * Fetches the visitor's set again. The same one: failed loads are dropped, so that the next load retries. Another one: the
   * document is opened anew, since two versions of a remote must not run in one. A remote that was retried and failed although
   * all its files came as they were released is reported first: the visitor may then get another set.
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
  // By remote: whether its files were intact at each of its failures since it last worked.
  const failed = new Map<string, Promise<boolean>>()
  const retried = new Set<string>()
  verifyFiles(set)
  register(set, Object.keys(set.remotes))

  return {
    at: (pathname) => remoteFor(set, pathname),
    mounts: () => Object.values(set.remotes).flatMap(({ mounts }) => mounts),
    async routes(name) {
      try {
        // Without a hash nobody could tell whether the script is the released one.
        if (!hasHash(set, name, 'entry')) throw new Error('Its release has no hash')
        const module = await loadRemote<{ default: unknown }>(`${name}/routes`)
        if (!module) throw new Error('The container exposes no ./routes')
        failed.delete(name)
        return module.default
      } catch (error) {
        const earlier = failed.get(name) ?? true
        failed.set(
          name,
          Promise.all([earlier, comesIntact(set, name)]).then((intact) => intact.every(Boolean)),
        )
        throw new RemoteUnavailable(name, error)
      }
    },
    set: () => set.id,
    async renew() {
      const name = remoteFor(set, location.pathname) ?? ''
      const isBroken = retried.has(name) && (await failed.get(name)) === true
      // Without an answer the web server is away, and would not give another document either.
      const found = await visitorsSet(isBroken ? set.id : null).catch(() => set)
      if (found.id !== set.id) {
        openAnew()
        // Nothing more happens in this document.
        return new Promise(() => undefined)
      }
      retried.add(name)
      register(set, failed.keys())
    },
  }
}
