import { parseContainerManifest, type ContainerManifest, type ReleaseRecord } from '@shop/federation/store'
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

/** The libs that a remote shares, by the manifest of its container. @param versions the version of each lib that the shell shares */
const libsOf = (
  name: string,
  shared: ContainerManifest['shared'],
  versions: ReleaseRecord['versions'],
): SharedLib[] =>
  shared.map(({ lib, version: own, range, singleton, hasCopy }) => {
    const version = versions[lib]
    const about = { lib, accepts: range, singleton }
    if (version !== undefined && (singleton || !hasCopy || isAccepted(version, range) !== false))
      return { ...about, version, provider: 'shell' }
    return hasCopy ? { ...about, version: own, provider: name } : { ...about, version: null, provider: null }
  })

/** What a remote does not accept of a lib that the shell shares; null where it does, or nobody can tell. */
function mismatch(name: string, { lib, accepts }: SharedLib, versions: ReleaseRecord['versions']) {
  const version = versions[lib]
  if (version === undefined || isAccepted(version, accepts) !== false) return null
  return `${name} accepts ${lib} ${accepts ?? ''}, and the shell shares ${version}`
}

/**
 * What a remote gets of the shell although it does not accept it, by the manifest of its container.
 * @param versions the version of each lib that the shell shares
 */
export const unacceptedVersions = (
  name: string,
  { shared }: Pick<ContainerManifest, 'shared'>,
  versions: ReleaseRecord['versions'],
): string[] =>
  libsOf(name, shared, versions)
    .filter(({ provider }) => provider === 'shell')
    .flatMap((lib) => mismatch(name, lib, versions) ?? [])

/**
 * The libs that a stored release of a remote shares; null where the manifest of its container cannot be read.
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
  return container && libsOf(name, container.shared, versions)
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
    for (const lib of libs ?? []) {
      const version = shell.versions[lib.lib]
      // What the shell does not share is the remote's own, or missing among the names.
      if (version !== undefined && isAccepted(version, lib.accepts) === null)
        unknown.push(warning('versions', `Which versions of ${lib.lib} ${name} accepts is not known.`))
      const message = mismatch(name, lib, shell.versions)
      if (message === null) continue
      if (lib.provider === 'shell')
        problems.push(`${message}: build it for that version, or promote a shell that shares another first.`)
      else unknown.push(warning('versions', `${message}, so visitors load the remote's own copy as well.`))
    }
  }
  return [...findings('versions', problems, 'The shell shares versions that are accepted.'), ...unknown]
}
