import type { RsbuildPlugin } from '@rsbuild/core'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { compressFolder } from './compress'
import { needsFile } from './needs-plugin'

/** The record of a build, `dist/releases/release.json`. Paths are relative to the version's folder. */
export interface Release {
  name: string
  version: string
  /** The container's script. */
  entry: string
  manifest: string
  /** Scripts needed to load the routes, in addition to the entry. */
  routes: string[]
  /** Scripts of the pages, without chunks named `rare-…`, which few visitors need. */
  pages: string[]
  mounts: string[]
  /** The server bundle, if one was built. */
  server: string | null
  /** The names that it imports of each shared lib. */
  needs: Record<string, string[]>
  /** Every file, also the compressed ones: its bytes and its SHA-384, in the format of the `integrity` attribute. */
  files: Record<string, { bytes: number; sha384: string }>
}

const serverFile = 'server.cjs'

// Chunks that few visitors need: `import(/* webpackChunkName: "rare-zoom" */ './zoom-dialog')`.
const onDemandChunk = /^js\/rare-/

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
}

function exposedScripts(manifest: unknown, kind: 'sync' | 'async'): string[] {
  if (
    typeof manifest !== 'object' ||
    !manifest ||
    !('exposes' in manifest) ||
    !Array.isArray(manifest.exposes)
  )
    return []
  return manifest.exposes.flatMap(
    (exposed: { assets?: { js?: { sync?: string[]; async?: string[] } } }) =>
      exposed.assets?.js?.[kind] ?? [],
  )
}

const sha384 = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** Every file of a folder with its bytes and its hash. */
async function digestsOf(folder: string): Promise<Release['files']> {
  const digests: Release['files'] = {}
  for (const file of await filesIn(folder)) {
    const content = await readFile(path.join(folder, file))
    digests[file] = { bytes: content.length, sha384: sha384(content) }
  }
  return digests
}

/** Sorts the shared libs in Module Federation's manifest, whose order differs between builds. @returns the manifest */
async function sortedManifest(file: string): Promise<unknown> {
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (typeof manifest === 'object' && manifest && 'shared' in manifest && Array.isArray(manifest.shared))
    manifest.shared.sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1))
  await writeFile(file, JSON.stringify(manifest))
  return manifest
}

/** Turns a finished build into an immutable release: a folder named by its content hash, and a record of it. */
export function pluginRelease({ name, mounts }: { name: string; mounts: string[] }): RsbuildPlugin {
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
        const manifest = await sortedManifest(path.join(distPath, 'mf-manifest.json'))
        const files = await digestsOf(distPath)
        const needs: Release['needs'] = JSON.parse(await readFile(path.join(rootPath, needsFile), 'utf8'))
        const hash = createHash('sha256').update(JSON.stringify([mounts, needs]))
        for (const [file, digest] of Object.entries(files)) hash.update(file).update(digest.sha384)
        const version = hash.digest('hex').slice(0, 12)
        await compressFolder(distPath)
        const release: Release = {
          name,
          version,
          entry: 'remoteEntry.js',
          manifest: 'mf-manifest.json',
          routes: exposedScripts(manifest, 'sync'),
          pages: exposedScripts(manifest, 'async')
            .filter((file) => !onDemandChunk.test(file))
            .sort(),
          mounts,
          server,
          needs,
          files: await digestsOf(distPath),
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
