import { parseContainerManifest, type ContainerManifest, type ReleaseRecord } from '@shop/federation/store'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import semver from 'semver'
import { findings, warning, type Finding } from './finding'

/** A version that the shell shares and a container does not accept. */
interface UnacceptedVersion {
  message: string
  /** Whether the container runs all the same, with a copy of its own. */
  hasCopy: boolean
}

/**
 * What a container does not accept of what the shell shares.
 * @param versions the version of each lib that the shell shares
 * @param shared the ranges that the container accepts; one that is no range is left out
 */
export function unacceptedVersions(
  name: string,
  shared: ContainerManifest['shared'],
  versions: ReleaseRecord['versions'],
): UnacceptedVersion[] {
  return shared.flatMap(({ lib, range, singleton, hasCopy }) => {
    const version = versions[lib]
    // What the shell does not share is the remote's own, or missing among the names.
    if (version === undefined || range === null || semver.validRange(range) === null) return []
    if (semver.satisfies(version, range, { includePrerelease: true })) return []
    const message = `${name} accepts ${lib} ${range}, and the shell shares ${version}`
    return [{ message, hasCopy: hasCopy && !singleton }]
  })
}

/**
 * Whether the versions that the shell shares are among those that remotes accept, by the manifests of their containers.
 * @param store folder of the release store
 */
export async function checkVersions(
  store: string,
  { version: shellVersion, versions }: Pick<ReleaseRecord, 'version' | 'versions'>,
  remotes: readonly Pick<ReleaseRecord, 'name' | 'version' | 'manifest'>[],
): Promise<Finding[]> {
  if (Object.keys(versions).length === 0)
    return [warning('versions', `Shell ${shellVersion} does not say which versions it shares.`)]
  const problems: string[] = []
  const unknown: Finding[] = []
  for (const { name, version, manifest } of remotes) {
    const container = await readFile(path.join(store, name, version, manifest), 'utf8')
      .then((json) => parseContainerManifest(JSON.parse(json)))
      .catch(() => null)
    if (!container) unknown.push(warning('versions', `Which versions ${name} accepts is not known.`))
    for (const { lib, range } of container?.shared ?? [])
      if (versions[lib] !== undefined && semver.validRange(range) === null)
        unknown.push(warning('versions', `Which versions of ${lib} ${name} accepts is not known.`))
    for (const { message, hasCopy } of unacceptedVersions(name, container?.shared ?? [], versions))
      if (hasCopy)
        unknown.push(warning('versions', `${message}, so visitors load the remote's own copy as well.`))
      else
        problems.push(`${message}: build it for that version, or promote a shell that shares another first.`)
  }
  return [...findings('versions', problems, 'The shell shares versions that are accepted.'), ...unknown]
}
