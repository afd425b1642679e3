import { parseContainerManifest, type ReleaseRecord } from '@shop/federation/store'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import semver from 'semver'
import { findings, warning, type Finding } from './finding'

/** A lib that a member shares with others. */
export interface SharedLib {
  lib: string
  /** The version that the member gets; null where nobody has the lib, or does not say which. */
  version: string | null
  /** The member that provides it; null for nobody. */
  provider: string | null
  /** The versions that the member accepts, as a range; null where it does not say. */
  accepts: string | null
  /** Whether one instance has to do for all members. */
  singleton: boolean
}

/** The libs that the shell provides. */
export const providedLibs = ({ versions }: Pick<ReleaseRecord, 'versions'>): SharedLib[] =>
  Object.entries(versions).map(([lib, version]) => ({
    ...{ lib, version, provider: 'shell', accepts: null, singleton: true },
  }))

/** Whether a version is in a range; null for a range that cannot be read. */
function isAccepted(version: string, range: string | null): boolean | null {
  if (range === null || semver.validRange(range) === null) return null
  return semver.satisfies(version, range, { includePrerelease: true })
}

/**
 * The libs that a remote shares, by the manifest of its container; null where that cannot be read.
 * @param store folder of the release store
 */
export async function sharedLibs(
  store: string,
  { versions }: Pick<ReleaseRecord, 'versions'>,
  { name, version, manifest }: Pick<ReleaseRecord, 'name' | 'version' | 'manifest'>,
): Promise<SharedLib[] | null> {
  const container = await readFile(path.join(store, name, version, manifest), 'utf8')
    .then((json) => parseContainerManifest(JSON.parse(json)))
    .catch(() => null)
  if (!container) return null
  return container.shared.map(({ lib, version: own, range, singleton, hasCopy }) => {
    const shared = versions[lib]
    const about = { lib, accepts: range, singleton }
    if (shared !== undefined && (singleton || !hasCopy || isAccepted(shared, range) !== false))
      return { ...about, version: shared, provider: 'shell' }
    return hasCopy ? { ...about, version: own, provider: name } : { ...about, version: null, provider: null }
  })
}

/**
 * Whether the versions that the shell shares are among those that remotes accept.
 * @param store folder of the release store
 */
export async function checkVersions(
  store: string,
  shell: Pick<ReleaseRecord, 'version' | 'versions'>,
  remotes: readonly Pick<ReleaseRecord, 'name' | 'version' | 'manifest'>[],
): Promise<Finding[]> {
  if (Object.keys(shell.versions).length === 0)
    return [warning('versions', `Shell ${shell.version} does not say which versions it shares.`)]
  const problems: string[] = []
  const unknown: Finding[] = []
  for (const remote of remotes) {
    const { name } = remote
    const libs = await sharedLibs(store, shell, remote)
    if (!libs) unknown.push(warning('versions', `Which versions ${name} accepts is not known.`))
    for (const { lib, accepts, provider } of libs ?? []) {
      const shared = shell.versions[lib]
      // What the shell does not share is the remote's own, or missing among the names.
      if (shared === undefined) continue
      const accepted = isAccepted(shared, accepts)
      if (accepted === null)
        unknown.push(warning('versions', `Which versions of ${lib} ${name} accepts is not known.`))
      else if (!accepted) {
        const message = `${name} accepts ${lib} ${accepts ?? ''}, and the shell shares ${shared}`
        if (provider === 'shell')
          problems.push(
            `${message}: build it for that version, or promote a shell that shares another first.`,
          )
        else unknown.push(warning('versions', `${message}, so visitors load the remote's own copy as well.`))
      }
    }
  }
  return [...findings('versions', problems, 'The shell shares versions that are accepted.'), ...unknown]
}
