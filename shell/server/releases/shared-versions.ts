import { parseContainerManifest, type ReleaseRecord } from '@shop/federation/store'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import semver from 'semver'
import { findings, warning, type Finding } from './finding'

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
    for (const { lib, range, singleton, hasCopy } of container?.shared ?? []) {
      const shared = versions[lib]
      // What the shell does not share is the remote's own, or missing among the names.
      if (shared === undefined) continue
      if (semver.validRange(range) === null)
        unknown.push(warning('versions', `Which versions of ${lib} ${name} accepts is not known.`))
      else if (!semver.satisfies(shared, range ?? '', { includePrerelease: true })) {
        const message = `${name} accepts ${lib} ${range ?? ''}, and the shell shares ${shared}`
        if (singleton || !hasCopy)
          problems.push(
            `${message}: build it for that version, or promote a shell that shares another first.`,
          )
        else unknown.push(warning('versions', `${message}, so visitors load the remote's own copy as well.`))
      }
    }
  }
  return [...findings('versions', problems, 'The shell shares versions that are accepted.'), ...unknown]
}
