import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { browserArguments, findBrowser } from '../browser'
import { root } from '../environment'
import { loadPage } from './page-load'
import { startShop } from './shop-process'
import { pressToBadge } from './web/badge'
import { fly, medianFlight, type Flight } from './web/flight'
import { serveFloorPage } from './web/floor-page'
import { changeReleases, type ReleasingShop } from './web/own-release'
import { memoryOf, serve, type Rate } from './web/serving'

const port = '3910'
const base = `http://localhost:${port}`
const product = `${base}/products/riva-pebble`
const kb = (bytes: number) => Number((bytes / 1024).toFixed(1))

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).tap()

// Each with a button whose answer is timed.
const flights: [string, (page: Page) => Promise<void>][] = [
  ['/', press('I am 18 or older')],
  ['/products', press('Menu')],
  ['/products/riva-pebble', press('Increase quantity')],
  ['/cart', press('Menu')],
]

interface PageLevels extends Flight {
  /** Round trips before the last script was asked for; the document is 0. */
  levels: number
}

interface Phone {
  floor: Flight
  pages: PageLevels[]
  /** Milliseconds from a press on "Add to cart" to its count in the header, by the shop and by hand: the middle of seven. */
  badge: { shop: number; byHand: number }
}

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN

async function fromThePhone(): Promise<Phone> {
  const floorPage = await serveFloorPage(3911)
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  try {
    const floor = await medianFlight(3, () => fly(browser, floorPage.url, 'floor'))
    const pages: PageLevels[] = []
    for (const [route, pressed] of flights) {
      await fetch(base + route)
      const { scriptLevel: levels } = await loadPage(browser, base, route, null)
      pages.push({ ...(await medianFlight(3, () => fly(browser, base + route, route, pressed))), levels })
    }
    const shop: number[] = []
    const byHand: number[] = []
    while (shop.length < 7) {
      byHand.push(await pressToBadge(browser, product, true))
      shop.push(await pressToBadge(browser, product, false))
    }
    return { floor, pages, badge: { shop: middle(shop), byHand: middle(byHand) } }
  } finally {
    await browser.close()
    await floorPage.stop()
  }
}

interface Serving {
  cached: Rate
  uncached: Rate
  /** Megabytes held after warming up, after 100,000 more pages, after 100 changes of the release set. */
  memory: { warm: number; served: number; changed: number }
}

async function fromTheServer(pid: number, shop: ReleasingShop): Promise<Serving> {
  const routes = ['/', '/products', '/products/riva-pebble', '/categories/accessories']
  const cached = (index: number) => base + (routes[index % routes.length] ?? '/')
  // A filter that leaves all in makes each of these a page of its own, with a read of its own.
  const lists = ['/products', '/categories/accessories']
  const uncached = (index: number) =>
    `${base}${lists[index % lists.length] ?? ''}?max=${String(1000 + index)}`
  await serve(cached, 400)
  const cachedRate = await serve(cached, 20_000)
  const renderedRate = await serve(uncached, 1_000)
  await changeReleases(shop, 20, () => serve(cached, 40))
  const warm = memoryOf(pid)
  await serve(cached, 100_000)
  const served = memoryOf(pid)
  await changeReleases(shop, 100, () => serve(cached, 40))
  return { cached: cachedRate, uncached: renderedRate, memory: { warm, served, changed: memoryOf(pid) } }
}

/** What is promised of the first flight, and whether it held. */
function promises(
  { floor, pages, badge }: Phone,
  { cached, uncached, memory }: Serving,
): [string, string, boolean][] {
  const rows: [string, string, boolean][] = pages.flatMap((page): [string, string, boolean][] => {
    const ratio = page.largestPaint / floor.largestPaint
    const max = page.route === '/cart' ? 1.6 : 1.3
    return [
      [`${page.route}: largest paint, times the floor's (${String(max)})`, ratio.toFixed(2), ratio <= max],
      [`${page.route}: layout shift (0)`, page.layoutShift.toFixed(4), page.layoutShift < 0.0005],
      [`${page.route}: blocked, ms (150)`, page.blocked.toFixed(0), page.blocked < 150],
      [`${page.route}: round trips to the last script (1)`, String(page.levels), page.levels <= 1],
      ...(page.route === '/cart'
        ? []
        : [
            [
              `${page.route}: scripts before idle, KB (130)`,
              String(kb(page.scriptBeforeIdle)),
              page.scriptBeforeIdle <= 130 * 1024,
            ] as [string, string, boolean],
          ]),
      ...(page.route.startsWith('/products/')
        ? [
            [
              `${page.route}: HTML with its styles, KB (20)`,
              String(kb(page.html)),
              page.html <= 20 * 1024,
            ] as [string, string, boolean],
          ]
        : []),
    ]
  })
  const max = Math.max(memory.served, memory.changed) / memory.warm
  return [
    ...rows,
    [
      `press to badge at a quarter of the speed, ms (100, or twice the ${badge.byHand.toFixed(0)} of a page by hand)`,
      badge.shop.toFixed(0),
      badge.shop < Math.max(100, 2 * badge.byHand),
    ],
    ['cached pages a second (1,000)', cached.perSecond.toFixed(0), cached.perSecond >= 1000],
    ['uncached pages a second (100)', uncached.perSecond.toFixed(0), uncached.perSecond >= 100],
    ['memory after 100,000 pages and 100 release sets, times before (1.15)', max.toFixed(2), max <= 1.15],
  ]
}

/** Measures the first flight beside the floor page and prints it. @returns whether every promise held */
export async function benchWeb(): Promise<boolean> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-bench-'))
  const shop = await startShop({
    PORT: port,
    BACKEND_PORT: '54910',
    DATA_DIR: dataDir,
    RELEASES: '',
    SUPABASE_URL: '',
  })
  try {
    const phone = await fromThePhone()
    const { floor, pages, badge } = phone
    const serving = await fromTheServer(shop.child.pid ?? 0, {
      port: Number(port),
      backendPort: 54910,
      dataDir,
      releases: path.join(dataDir, 'releases'),
    })
    console.table(
      Object.fromEntries(
        [floor, ...pages].map((flight) => [
          flight.route,
          {
            'HTML KB': kb(flight.html),
            'JS KB before idle': kb(flight.scriptBeforeIdle),
            'JS KB': kb(flight.script),
            'images KB': kb(flight.images),
            'fonts KB': kb(flight.fonts),
            'data KB': kb(flight.data),
            requests: flight.requests,
            'first paint': Math.round(flight.firstPaint),
            'largest paint': Math.round(flight.largestPaint),
            largest: flight.largest,
            shift: Number(flight.layoutShift.toFixed(4)),
            'blocked ms': Math.round(flight.blocked),
            'ready ms': Math.round(flight.ready),
            'press ms': Math.round(flight.interaction),
          },
        ]),
      ),
    )
    console.table(serving)
    const served = promises(phone, serving)
    console.table(
      Object.fromEntries(served.map(([promise, value, fulfilled]) => [promise, { value, held: fulfilled }])),
    )
    const file = path.join(root, 'bench-web.json')
    writeFileSync(file, `${JSON.stringify({ floor, pages, badge, serving, promises: served }, null, 2)}\n`)
    console.log(`Written to ${file}`)
    return served.every(([, , fulfilled]) => fulfilled)
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
