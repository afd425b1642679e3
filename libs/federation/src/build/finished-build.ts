import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { manifestFile, parseContainerManifest } from '../store/container-manifest'
import { versionOf } from '../store/release-store'
import { scriptsWithoutHash } from '../store/script-hashes'
import type { FinishedBuild } from '../store/store-release'
import { compressFolder } from './compress'

const pagesFile = 'pages.json'

/** The pages of a remote that does not describe them: whatever is below its paths, rendered in the browser, and not for search engines. */
const pagesBelow = (mounts: readonly string[], title: string) =>
  mounts.flatMap((mount) =>
    (mount === '/' ? [mount] : [mount, `${mount}/*`]).map((page) => ({
      ...{ path: page, status: 200, head: { title, description: title }, missing: null, robots: 'noindex' },
      ...{ personal: false, offline: 'notice', reads: false, forGuest: false, takesForms: false },
      ...{ showsQrCodes: false, trail: [], crumb: title, search: null, scripts: [] },
    })),
  )

/** Facts about a build that it does not contain. */
export type Origin = Pick<
  FinishedBuild['about'],
  'name' | 'commit' | 'owner' | 'builtAt' | 'migration' | 'mounts'
>

/**
 * Makes a release of a build from another repository, by any bundler whose plugin writes an `mf-manifest.json`.
 * @param dist folder of the build, which is not changed
 * @param store stores the release, whose files are removed afterwards
 * @throws Error when the build cannot run in the shop: it has no manifest, no `./routes`, or scripts without hashes
 */
export async function withFinishedBuild<Result>(
  dist: string,
  origin: Origin,
  store: (build: FinishedBuild) => Promise<Result>,
): Promise<Result> {
  const document = await readFile(path.join(dist, manifestFile), 'utf8').catch(() => {
    throw new Error(
      `${dist} has no ${manifestFile}: build it with a plugin of Module Federation that writes one`,
    )
  })
  const manifest = parseContainerManifest(JSON.parse(document))
  const isModule = manifest.type === 'module'
  const [bare] = await scriptsWithoutHash(dist, manifest)
  if (bare !== undefined)
    throw new Error(
      `Nothing in the build has a hash of ${bare}, so no browser would load it: add the bundler's plugin for subresource integrity`,
    )
  const folder = await mkdtemp(path.join(tmpdir(), 'shop-release-'))
  try {
    await cp(dist, folder, { recursive: true })
    const pages = path.join(folder, pagesFile)
    const isDescribed = await stat(pages).then(
      () => true,
      () => false,
    )
    if (!isDescribed) await writeFile(pages, JSON.stringify(pagesBelow(origin.mounts, origin.name)))
    const content = JSON.stringify([origin.mounts, await versionOf(folder)])
    const version = createHash('sha256').update(content).digest('hex').slice(0, 12)
    await compressFolder(folder)
    const { entry, type, globalName, needs } = manifest
    return await store({
      about: {
        ...origin,
        ...{ version, entry, type, globalName, manifest: manifestFile, server: null },
        // Browsers do not use a preload of a script for a module, so none is listed.
        routes: isModule ? [] : manifest.routes,
        pages: isModule ? [] : manifest.pages,
        // Which names of it are imported the manifest does not say.
        needs: Object.fromEntries(needs.map((lib) => [lib, ['*']])),
        ...{ provides: {}, database: [] },
      },
      parts: { '': folder },
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
