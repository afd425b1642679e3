import { remoteFor, type Remotes, type ReleaseSet } from '@shop/federation'

/**
 * The remotes of a release set on a server, which gets their routes as input and never fetches any.
 * @param fragmentsOf what a remote exposes as its fragments
 */
export function serverRemotes(set: ReleaseSet, fragmentsOf?: (name: string) => unknown): Remotes {
  return {
    at: (pathname) => remoteFor(set, pathname),
    mounts: () => Object.values(set.remotes).flatMap(({ mounts }) => mounts),
    routes: (name) => Promise.reject(new Error(`A server does not fetch ${name}`)),
    fragments: async (name) => fragmentsOf?.(name),
    set: () => set.id,
    renew: () => Promise.resolve(),
  }
}
