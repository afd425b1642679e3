/** A remote in a release set: its version, the URLs of its files and the paths it serves. */
interface RemoteRelease {
  version: string
  /** URL of the Module Federation manifest. */
  manifest: string
  /** URL of the container's script. */
  entry: string
  /** Name of the global variable in which the container registers itself. */
  globalName: string
  /** Whether the container is a module, which browsers import, and not a script. */
  type?: 'global' | 'module'
  /** URLs of the scripts with the routes, to preload. */
  routes: string[]
  /** URLs of the scripts of its pages. */
  pages: string[]
  /** Path prefixes that this remote serves ("/" is the home page only). */
  mounts: string[]
  /** URL of the server bundle; null when the remote was built for browsers only. */
  server: string | null
  /**
   * SHA-384 by URL: of the manifest, the container and the scripts with the routes and pages. Hashes of all chunks are in the container;
   * of one that is a module they are here.
   */
  integrity?: Readonly<Record<string, string>>
}

/** The shell in a release set. */
interface ShellRelease {
  version: string
  /** URLs of the scripts that start it, in order. */
  scripts: string[]
  /** URLs of all its scripts. */
  files: string[]
  /** SHA-384 of all its scripts, by URL. */
  integrity?: Readonly<Record<string, string>>
}

/** Versions of the apps that run together. */
export interface ReleaseSet {
  /** Changes with any member's version. */
  id: string
  /** The shell, which only the web server needs to know; undefined in pages and in development. */
  shell?: ShellRelease
  remotes: Record<string, RemoteRelease>
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

function integrityIn(value: unknown): Readonly<Record<string, string>> {
  const entries = typeof value === 'object' && value ? Object.entries(value) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => isText(entry[1])))
}

function isRemoteRelease(value: unknown): value is RemoteRelease {
  if (typeof value !== 'object' || !value) return false
  const { version, manifest, entry, globalName, routes, mounts } = value as Record<string, unknown>
  return [version, manifest, entry, globalName].every(isText) && isTextList(routes) && isTextList(mounts)
}

/**
 * Parses a release set from untrusted JSON.
 *
 * @throws Error that names the remote with an incomplete record
 */
export function parseReleaseSet(document: unknown): ReleaseSet {
  if (typeof document !== 'object' || !document || !('id' in document) || !('remotes' in document)) {
    throw new Error('A release set needs "id" and "remotes"')
  }
  const { id, remotes } = document
  if (!isText(id) || typeof remotes !== 'object' || !remotes)
    throw new Error('A release set needs "id" and "remotes"')
  const checked: Record<string, RemoteRelease> = {}
  for (const [name, release] of Object.entries(remotes as Record<string, unknown>)) {
    if (!isRemoteRelease(release)) throw new Error(`The release set's record of ${name} is incomplete`)
    checked[name] = {
      ...release,
      type: release.type === 'module' ? 'module' : 'global',
      pages: isTextList(release.pages) ? release.pages : [],
      server: isText(release.server) ? release.server : null,
      integrity: integrityIn(release.integrity),
    }
  }
  return { id, remotes: checked }
}

/** The remote that serves a path, or null when none does. */
export function remoteFor(
  set: { remotes: Readonly<Record<string, Pick<ReleaseSet['remotes'][string], 'mounts'>>> },
  pathname: string,
): string | null {
  const serves = (mount: string) => pathname === mount || (mount !== '/' && pathname.startsWith(`${mount}/`))
  for (const [name, { mounts }] of Object.entries(set.remotes)) if (mounts.some(serves)) return name
  return null
}
