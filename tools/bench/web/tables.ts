import { kb } from '../figures'
import type { MeasuredPage, PhoneResults } from './phone-results'
import { scriptBytes, type TargetResult } from './targets'
import type { Serving } from './server-side'

const table = <T>(rows: readonly T[], name: (row: T) => string, cells: (row: T) => object) => {
  console.table(Object.fromEntries(rows.map((row) => [name(row), cells(row)])))
}
const nameOf = ({ route, network }: MeasuredPage) => `${route} at ${network}`

/** Prints the figures of the phones and of the server, the targets last. */
export function printWeb(
  { references, pages, presses }: PhoneResults,
  serving: Serving,
  targets: TargetResult[],
): void {
  const loads = references.flatMap((reference) => [
    reference,
    ...pages.filter(({ network }) => network === reference.network),
  ])
  console.log('\nTimes in ms, from the navigation to 6 s after the load')
  table(loads, nameOf, (load) => ({
    'first paint': Math.round(load.firstPaint),
    'largest paint': Math.round(load.largestPaint),
    largest: load.largest,
    shift: Number(load.layoutShift.toFixed(4)),
    blocked: Math.round(load.blocked),
    'longest task': Math.round(load.longestTask),
    'scripts, KB': kb(scriptBytes(load.owners)),
  }))
  console.log(
    '\nKB by owner, and the number of responses in parentheses; for the service worker also those from its cache',
  )
  table(loads, nameOf, ({ owners, worker }) => ({
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
    targets,
    ({ target }) => target,
    ({ value, met }) => ({ value, met }),
  )
}
