import { changeReleases, type ReleasingShop } from './own-release'
import { memoryOf } from './server-process'
import { serve, type Rate } from './serving'

/** How the web server serves pages. */
export interface Serving {
  /** Pages that are cached. */
  cached: Rate
  /** Pages that are rendered for the request. */
  uncached: Rate
  /** Megabytes held after warming up, after many more pages, after many changes of the release set. */
  memory: { warm: number; served: number; changed: number }
}

const routes = ['/', '/products', '/products/riva-pebble', '/categories/accessories']
// A filter that leaves all in makes each of these a page of its own, with a read of its own.
const lists = ['/products', '/categories/accessories']

const amounts = {
  whole: { rendered: 1_000, warming: 10, served: 100_000, changes: 50 },
  quick: { rendered: 200, warming: 3, served: 10_000, changes: 3 },
}

/** Asks a running shop for many pages. @param quick asks for fewer, which says little about memory */
export async function askServer(pid: number, shop: ReleasingShop, quick: boolean): Promise<Serving> {
  const { rendered, warming, served: many, changes } = amounts[quick ? 'quick' : 'whole']
  const base = `http://localhost:${String(shop.port)}`
  const cachedPage = (index: number) => base + (routes[index % routes.length] ?? '/')
  const filtered = (index: number) =>
    `${base}${lists[index % lists.length] ?? ''}?max=${String(1000 + index)}`
  const ask = (pages: number) => serve(pid, cachedPage, pages)
  await ask(1_000)
  const uncached = await serve(pid, filtered, rendered)
  await changeReleases(shop, warming, () => ask(40))
  const warm = memoryOf(pid)
  const cached = await ask(many)
  const served = memoryOf(pid)
  await changeReleases(shop, changes, () => ask(40))
  return { cached, uncached, memory: { warm, served, changed: memoryOf(pid) } }
}
