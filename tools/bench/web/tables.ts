import type { PageFlight, Phones } from './rounds'
import { kb, scriptBytes, type Promised } from './promises'
import type { Serving } from './server-side'

const table = <T>(rows: readonly T[], name: (row: T) => string, cells: (row: T) => object) => {
  console.table(Object.fromEntries(rows.map((row) => [name(row), cells(row)])))
}
const nameOf = ({ route, network }: PageFlight) => `${route} at ${network}`

/** Prints what phones met and how the server did, the promises last. */
export function printWeb(
  { references, pages, presses }: Phones,
  serving: Serving,
  promised: Promised[],
): void {
  const flights = references.flatMap((reference) => [
    reference,
    ...pages.filter(({ network }) => network === reference.network),
  ])
  console.log('\nTimes in ms, from the navigation to 6 s after the load')
  table(flights, nameOf, (flight) => ({
    'first paint': Math.round(flight.firstPaint),
    'largest paint': Math.round(flight.largestPaint),
    largest: flight.largest,
    shift: Number(flight.layoutShift.toFixed(4)),
    blocked: Math.round(flight.blocked),
    'longest task': Math.round(flight.longestTask),
    'scripts, KB': kb(scriptBytes(flight.owners)),
  }))
  console.log('\nKB by owner, and answers in parentheses; of the service worker those from the cache too')
  table(flights, nameOf, ({ owners, worker }) => ({
    ...Object.fromEntries(
      Object.entries(owners).map(([owner, { bytes, requests }]) => [
        owner,
        `${String(kb(bytes))} (${String(requests)})`,
      ]),
    ),
    'service worker': `${String(kb(worker.bytes))} (${String(worker.requests)}, ${String(worker.fromCache)} cached)`,
  }))
  console.log('\n"Add to cart" on the page of a product, ms from finger up')
  table(
    presses,
    ({ network }) => network,
    ({ pressed, shown }) => ({
      'finger up after the first paint': Math.round(pressed),
      'added piece shown': Math.round(shown),
    }),
  )
  const { cached, uncached, memory } = serving
  console.table({ 'cached pages': cached, 'uncached pages': uncached })
  console.table({ 'memory, MB': memory })
  table(
    promised,
    ({ promise }) => promise,
    ({ value, held }) => ({ value, held }),
  )
}
