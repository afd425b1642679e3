import type { RsbuildPlugin } from '@rsbuild/core'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { compressFolder } from './compress'

/** The record of a build, `dist/releases/release.json`. Paths are relative to the version's folder. */
export interface Release {
  name: string
  version: string
  /** The container's script. */
  entry: string
  manifest: string
  /** Scripts needed to load the routes, in addition to the entry. */
  routes: string[]
  /** Scripts of the pages, without chunks named `rare-…`, which are never prefetched. */
  pages: string[]
  mounts: string[]
  /** The server bundle, if one was built. */
  server: string | null
  /** SHA-384 of every file, in the format of the `integrity` attribute. */
  integrity: Record<string, string>
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
        const files = await filesIn(distPath)
        const contents = await Promise.all(files.map((file) => readFile(path.join(distPath, file))))
        const hash = createHash('sha256')
        files.forEach((file, index) => hash.update(file).update(contents[index] ?? ''))
        const version = hash.digest('hex').slice(0, 12)
        const integrity = Object.fromEntries(
          files.map((file, index) => [
            file,
            `sha384-${createHash('sha384')
              .update(contents[index] ?? '')
              .digest('base64')}`,
          ]),
        )
        const manifest: unknown = JSON.parse(await readFile(path.join(distPath, 'mf-manifest.json'), 'utf8'))
        const release: Release = {
          name,
          version,
          entry: 'remoteEntry.js',
          manifest: 'mf-manifest.json',
          routes: exposedScripts(manifest, 'sync'),
          pages: exposedScripts(manifest, 'async').filter((file) => !onDemandChunk.test(file)),
          mounts,
          server,
          integrity,
        }
        await compressFolder(distPath)
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
