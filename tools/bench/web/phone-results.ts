import { chromium, type Browser } from 'playwright'
import { browserArguments, findBrowser } from '../../test/browser'
import { loadPage } from '../page-load'
import { pressToBadge } from './badge'
import { medianPress, placeOfButton, pressOnce, type FirstPress } from './first-press'
import { loadOnPhone, medianPageLoad, type PhonePageLoad } from './phone-page-load'
import { serveReferencePage } from './reference-page'
import { median } from './median'
import { networks, type Network } from './phone'

const product = '/products/riva-pebble'
/** The pages of the shop that are measured; the cart, which nothing caches, costs a minute. */
const routesOn = (network: Network) => [
  '/',
  '/products',
  product,
  ...(network.roundTripMs > 500 ? ['/cart'] : []),
]

/** How long each page of the shop is watched after its load, in milliseconds: the time in which people begin to press. */
const watchMs = 6000
/** The reference page has nothing that could start later. */
const referenceWatchMs = 500

/** One page on one network. */
export interface MeasuredPage extends PhonePageLoad {
  route: string
  network: string
}

/** The results of all measurements on slow phones. */
export interface PhoneResults {
  references: MeasuredPage[]
  pages: MeasuredPage[]
  presses: (FirstPress & { network: string })[]
  /** By page: round trips before the last script was asked for; the document is 0. */
  levels: Record<string, number>
  /** Milliseconds from a press on "Add to cart" on a page at rest to its count in the header. */
  rested: number
}

/** Measures the reference page and pages after one another in each round, so that whatever else the machine does meets all of them. */
async function measureOn(
  browser: Browser,
  network: Network,
  addresses: { base: string; reference: string },
  times: number,
): Promise<Pick<PhoneResults, 'references' | 'pages' | 'presses'>> {
  const routes = routesOn(network)
  const loads = new Map<string, PhonePageLoad[]>(['reference', ...routes].map((route) => [route, []]))
  const presses: FirstPress[] = []
  const place = await placeOfButton(browser, addresses.base + product)
  for (let round = 0; round < times; round += 1) {
    loads.get('reference')?.push(await loadOnPhone(browser, addresses.reference, network, referenceWatchMs))
    for (const route of routes)
      loads.get(route)?.push(await loadOnPhone(browser, addresses.base + route, network, watchMs))
    presses.push(await pressOnce(browser, addresses.base + product, network, place))
  }
  const medianOf = (route: string): MeasuredPage => ({
    ...medianPageLoad(loads.get(route) ?? []),
    route,
    network: network.name,
  })
  return {
    references: [medianOf('reference')],
    pages: routes.map(medianOf),
    presses: [{ ...medianPress(presses), network: network.name }],
  }
}

/** The median time from a press on a page at rest to the count in the header. */
async function clickToCount(browser: Browser, url: string, repeats: number): Promise<number> {
  const times: number[] = []
  while (times.length < repeats) times.push(await pressToBadge(browser, url))
  return median(times)
}

/** Opens pages of a running shop and the reference page on slow phones. @param times how often each */
export async function openOnPhones(base: string, times: number): Promise<PhoneResults> {
  const referencePage = await serveReferencePage()
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  try {
    const levels: Record<string, number> = {}
    for (const route of new Set(networks.flatMap(routesOn))) {
      await fetch(base + route)
      levels[route] = (await loadPage(browser, base, route, null)).scriptLevel
    }
    const results: PhoneResults = {
      references: [],
      pages: [],
      presses: [],
      levels,
      rested: await clickToCount(browser, base + product, times),
    }
    for (const network of networks) {
      const measured = await measureOn(browser, network, { base, reference: referencePage.url }, times)
      results.references.push(...measured.references)
      results.pages.push(...measured.pages)
      results.presses.push(...measured.presses)
    }
    return results
  } finally {
    await browser.close()
    await referencePage.stop()
  }
}
