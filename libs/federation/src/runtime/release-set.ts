/** One remote as a release set names it: which version, where its files are, which paths it serves. */
interface RemoteRelease {
  version: string
  /** URL of the Module Federation manifest. */
  manifest: string
  /** URL of the container's script. */
  entry: string
  /** Name under which the container announces itself. */
  globalName: string
  /** URLs of the scripts that hold the routes, worth preloading. */
  routes: string[]
  /** URLs of the scripts of its pages. */
  pages: string[]
  /** Paths of the shop that this remote serves, with all below ("/" is the home page alone). */
  mounts: string[]
  /** Address of what a server draws its pages with; null when it was built for browsers alone. */
  server: string | null
}

/** Which version of each remote is live. */
export interface ReleaseSet {
  /** Changes whenever any remote's version does. */
  id: string
  remotes: Record<string, RemoteRelease>
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

function isRemoteRelease(value: unknown): value is RemoteRelease {
  if (typeof value !== 'object' || !value) return false
  const { version, manifest, entry, globalName, routes, mounts } = value as Record<string, unknown>
  return [version, manifest, entry, globalName].every(isText) && areTexts(routes) && areTexts(mounts)
}

/**
 * A release set from a document that came from outside.
 *
 * @throws Error naming the remote whose record is unusable
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
      pages: areTexts(release.pages) ? release.pages : [],
      server: isText(release.server) ? release.server : null,
    }
  }
  return { id, remotes: checked }
}

/** The remote that serves a path, or null when none does. */
export function remoteFor(set: ReleaseSet, pathname: string): string | null {
  const serves = (mount: string) => pathname === mount || (mount !== '/' && pathname.startsWith(`${mount}/`))
  for (const [name, { mounts }] of Object.entries(set.remotes)) if (mounts.some(serves)) return name
  return null
}
