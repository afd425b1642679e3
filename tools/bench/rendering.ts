import { composeSet, readRecord } from '@shop/federation/store'
import { loadavg } from 'node:os'
import { releaseFile } from '../../shell/server/release-files'
import { releasePages } from '../../shell/server/release-pages'
import { responseCache } from '../../shell/server/response-cache'
import { shopData } from '../../shell/server/shop-data'
import type { Access } from './load'
import { serviceOf, type ReleasingShop } from './web/own-release'

/** How fast pages that are in no cache are rendered. */
export interface RenderRate {
  page: string
  workers: number
  perSecond: number
  /** Time of all processors for one page, in milliseconds, with its HTML and its compression. */
  cpuMs: number
  /** The machine's load average then. */
  load: number
}

const pages: Record<string, readonly string[]> = {
  home: ['/'],
  list: ['/products'],
  product: ['/products/riva-pebble'],
  mixed: ['/', '/products', '/products/riva-pebble'],
}
const warmUp = 60
const measured = 300
const siteUrl = 'http://localhost'

const warn = (message: string) => {
  console.warn(message)
}

/** The live release set of a shop. */
async function liveSet(shop: ReleasingShop) {
  const { live, sets } = await serviceOf(shop).known()
  const members = Object.entries(sets[live ?? ''] ?? {})
  const records = members.map(([name, version]) => readRecord(shop.releases, name, version))
  return composeSet(live ?? 'none', await Promise.all(records))
}

/**
 * Renders pages as the web server does, each anew although it was rendered before; their data is read once. No HTTP between.
 * @param shop a running shop, for its releases and its data
 */
export async function renderRates(shop: ReleasingShop, { url, key }: Access): Promise<RenderRate[]> {
  // They read the compiled scripts of the build when they are imported.
  const { pageRenderer } = await import('../../shell/server/page-renderer')
  const { pageCache } = await import('../../shell/server/page-cache')
  const { loadServerBuilds } = await import('../../shell/server/server-builds')
  const { inlineScriptsOfSets } = await import('../../shell/server/set-inline-scripts')
  const store = shop.releases
  const releaseSet = await liveSet(shop)
  const data = shopData({ url, key }, warn)
  const settings = await data.settings()
  const rates: RenderRate[] = []
  for (const workers of [1, 2]) {
    const builds = loadServerBuilds({ fileOf: (file) => releaseFile(store, file), workers, warn })
    await builds.prepare(releaseSet)
    const pageAt = pageRenderer({
      store,
      siteUrl,
      supabaseUrl: url,
      browserUrl: url,
      supabaseKey: key,
      scripts: [],
      inlineScripts: inlineScriptsOfSets(store),
      pages: releasePages(store, warn),
      reads: responseCache({ ttlMs: 3_600_000 }),
      builds,
      dev: null,
      purges: false,
      warn,
    })
    const render = async (path: string) => {
      const page = await pageAt({ url: new URL(path, siteUrl), releaseSet, settings, guestId: null })
      // With a cache of its own, so that no other page stands for it.
      const answer = await pageCache().respond({ ...page, acceptEncoding: 'br' })
      if (answer.status !== 200 || !(await answer.arrayBuffer()).byteLength)
        throw new Error(`${path} answered ${String(answer.status)}`)
    }
    const renderAll = async (paths: readonly string[], count: number) => {
      let next = 0
      const visitor = async () => {
        while (next < count) await render(paths[next++ % paths.length] ?? '/')
      }
      await Promise.all(Array.from({ length: 4 * workers }, visitor))
    }
    for (const [page, paths] of Object.entries(pages)) {
      await renderAll(paths, warmUp * workers)
      const [from, before] = [performance.now(), process.cpuUsage()]
      await renderAll(paths, measured)
      const { user, system } = process.cpuUsage(before)
      rates.push({
        page,
        workers,
        perSecond: (1000 * measured) / (performance.now() - from),
        cpuMs: (user + system) / 1000 / measured,
        load: loadavg()[0] ?? 0,
      })
    }
    await builds.stop()
  }
  await data.stop()
  return rates
}
