import { chromium, type Browser } from 'playwright'
import { browserArguments, findBrowser } from '../../test/browser'
import { loadPage } from '../page-load'
import { pressToBadge } from './badge'
import { middlePress, placeOfButton, pressOnce, type FirstPress } from './first-press'
import { fly, middleFlight, type Flight } from './flight'
import { serveReferencePage } from './reference-page'
import { middle } from './middle'
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
const restMs = 6000
/** The reference page has nothing that could start later. */
const referenceRestMs = 500

/** One page on one network. */
export interface PageFlight extends Flight {
  route: string
  network: string
}

/** What a shopper's phone meets. */
export interface Phones {
  references: PageFlight[]
  pages: PageFlight[]
  presses: (FirstPress & { network: string })[]
  /** By page: round trips before the last script was asked for; the document is 0. */
  levels: Record<string, number>
  /** Milliseconds from a press on "Add to cart" on a page that has rested to its count in the header. */
  rested: number
}

/** Measures the reference page and pages after one another in each round, so that whatever else the machine does meets all of them. */
async function roundsOf(
  browser: Browser,
  network: Network,
  addresses: { base: string; reference: string },
  times: number,
): Promise<Pick<Phones, 'references' | 'pages' | 'presses'>> {
  const routes = routesOn(network)
  const flights = new Map<string, Flight[]>(['reference', ...routes].map((route) => [route, []]))
  const presses: FirstPress[] = []
  const place = await placeOfButton(browser, addresses.base + product)
  for (let round = 0; round < times; round += 1) {
    flights.get('reference')?.push(await fly(browser, addresses.reference, network, referenceRestMs))
    for (const route of routes)
      flights.get(route)?.push(await fly(browser, addresses.base + route, network, restMs))
    presses.push(await pressOnce(browser, addresses.base + product, network, place))
  }
  const middleOf = (route: string): PageFlight => ({
    ...middleFlight(flights.get(route) ?? []),
    route,
    network: network.name,
  })
  return {
    references: [middleOf('reference')],
    pages: routes.map(middleOf),
    presses: [{ ...middlePress(presses), network: network.name }],
  }
}

async function restedClicks(browser: Browser, url: string, times: number): Promise<number> {
  const rested: number[] = []
  while (rested.length < times) rested.push(await pressToBadge(browser, url))
  return middle(rested)
}

/** Opens pages of a running shop and the reference page on slow phones. @param times how often each */
export async function openOnPhones(base: string, times: number): Promise<Phones> {
  const referencePage = await serveReferencePage()
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  try {
    const levels: Record<string, number> = {}
    for (const route of new Set(networks.flatMap(routesOn))) {
      await fetch(base + route)
      levels[route] = (await loadPage(browser, base, route, null)).scriptLevel
    }
    const phones: Phones = {
      references: [],
      pages: [],
      presses: [],
      levels,
      rested: await restedClicks(browser, base + product, times),
    }
    for (const network of networks) {
      const measured = await roundsOf(browser, network, { base, reference: referencePage.url }, times)
      phones.references.push(...measured.references)
      phones.pages.push(...measured.pages)
      phones.presses.push(...measured.presses)
    }
    return phones
  } finally {
    await browser.close()
    await referencePage.stop()
  }
}
