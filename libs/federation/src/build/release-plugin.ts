import type { RsbuildPlugin } from '@rsbuild/core'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ReleaseRecord } from '../store/record'
import { versionOf } from '../store/release-store'
import { compressFolder } from './compress'
import { describeFragments } from './describe-fragments'
import { manifestFile, parseContainerManifest } from '../store/container-manifest'
import { needsFile } from './needs-plugin'

/** The record of a build, `dist/releases/release.json`. Paths are relative to the version's folder. */
export type Release = Pick<
  ReleaseRecord,
  | 'name'
  | 'owner'
  | 'version'
  | 'entry'
  | 'type'
  | 'globalName'
  | 'manifest'
  | 'routes'
  | 'pages'
  | 'mounts'
  | 'server'
  | 'needs'
  | 'fragments'
>

const serverFile = 'server.cjs'

// Chunks that few visitors need: `import(/* webpackChunkName: "rare-zoom" */ './zoom-dialog')`.
const onDemandChunk = /^js\/rare-/

/** Sorts the shared libs in Module Federation's manifest, whose order differs between builds. @returns the manifest */
async function sortedManifest(file: string): Promise<unknown> {
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (typeof manifest === 'object' && manifest && 'shared' in manifest && Array.isArray(manifest.shared))
    manifest.shared.sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1))
  await writeFile(file, JSON.stringify(manifest))
  return manifest
}

/** Turns a finished build into an immutable release: a folder named by its content hash, and a record of it. */
export function pluginRelease({
  name,
  owner,
  mounts,
}: Pick<Release, 'name' | 'owner' | 'mounts'>): RsbuildPlugin {
  return {
    name: 'shop-release',
    setup(api) {
      api.onAfterBuild(async ({ environments }) => {
        const { rootPath } = api.context
        const distPath = environments.web?.distPath
        if (!distPath) return
        const server = await copyFile(
          path.join(rootPath, 'dist/server/routes.cjs'),
          path.join(distPath, serverFile),
        ).then(
          () => serverFile,
          () => null,
        )
        // Module Federation's own account of the build: nobody reads it, and its order differs between builds.
        await rm(path.join(distPath, 'mf-stats.json'), { force: true })
        const { entry, type, globalName, routes, pages } = parseContainerManifest(
          await sortedManifest(path.join(distPath, manifestFile)),
        )
        const needs: Release['needs'] = JSON.parse(await readFile(path.join(rootPath, needsFile), 'utf8'))
        const fragments = await describeFragments(rootPath)
        const content = JSON.stringify([mounts, needs, fragments, await versionOf(distPath)])
        const version = createHash('sha256').update(content).digest('hex').slice(0, 12)
        await compressFolder(distPath)
        const release: Release = {
          ...{ name, owner, version, entry, type, globalName, manifest: manifestFile, routes },
          pages: pages.filter((file) => !onDemandChunk.test(file)).sort(),
          ...{ mounts, server, needs, fragments },
        }
        const releases = path.join(rootPath, 'dist/releases')
        // Earlier builds are in the release store already.
        await rm(releases, { recursive: true, force: true })
        await mkdir(releases, { recursive: true })
        await rename(distPath, path.join(releases, version))
        await writeFile(path.join(releases, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
      })
    },
  }
}
