import { kb } from '../figures'
import type { Share } from './traffic'
import type { MeasuredPage, PhoneResults } from './phone-results'
import type { Serving } from './server-side'

/** A target of the benchmark, the measured value, and whether it was met. */
export interface TargetResult {
  target: string
  value: string
  met: boolean
}

/** Whether an owner of bytes is an app or a library, whose bytes are scripts. */
const isScripts = (owner: string) => !['HTML', 'fonts', 'pictures', 'data', 'other'].includes(owner)

/** Bytes of all scripts that a page fetched. */
export const scriptBytes = (owners: Readonly<Record<string, Share>>): number =>
  Object.entries(owners).reduce((sum, [owner, { bytes }]) => sum + (isScripts(owner) ? bytes : 0), 0)

const atMost = (target: string, value: number, max: number, digits = 0): TargetResult => ({
  target: `${target} (${String(max)})`,
  value: value.toFixed(digits),
  met: value <= max,
})

function ofPage(page: MeasuredPage, reference: MeasuredPage): TargetResult[] {
  const { owners } = page
  const name = `${page.route} at ${page.network}`
  const bytes = (owner: string) => kb(owners[owner]?.bytes ?? 0)
  return [
    atMost(
      `${name}: first paint, times the reference page's`,
      page.firstPaint / reference.firstPaint,
      1.6,
      2,
    ),
    atMost(
      `${name}: largest paint, times the reference page's`,
      page.largestPaint / reference.largestPaint,
      1.3,
      2,
    ),
    atMost(`${name}: layout shift`, page.layoutShift, 0.0005, 4),
    atMost(`${name}: blocked until 6 s after the load, ms`, page.blocked, 300),
    atMost(`${name}: scripts of the shell, KB`, bytes('shell'), 195, 1),
    atMost(`${name}: scripts, KB`, kb(scriptBytes(owners)), 225, 1),
    atMost(`${name}: HTML with its styles, KB`, bytes('HTML'), 20, 1),
    atMost(`${name}: fonts, KB`, bytes('fonts'), 35, 1),
  ]
}

function ofServing({ cached, uncached, memory }: Serving): TargetResult[] {
  const growth = Math.max(memory.served, memory.changed) / memory.warm
  return [
    atMost('processor time of a cached page, ms: 3,000 a second and core', cached.cpuMs, 0.33, 2),
    {
      target: 'cached pages a second, of a machine that also asks for them (1,000)',
      value: cached.perSecond.toFixed(0),
      met: cached.perSecond >= 1000,
    },
    {
      target: 'uncached pages a second (100)',
      value: uncached.perSecond.toFixed(0),
      met: uncached.perSecond >= 100,
    },
    atMost('memory after 100,000 pages and 50 release sets, times before', growth, 1.15, 2),
  ]
}

/** Compares the measured values with the targets of the first press, of page loads and of the server. */
export function targetResults(
  { references, pages, presses, levels, rested }: PhoneResults,
  serving: Serving,
): TargetResult[] {
  return [
    ...presses.map(({ network, shown }) =>
      atMost(`"Add to cart" 0.3 s after the first paint at ${network}: shown, ms`, shown, 1500),
    ),
    atMost('"Add to cart" on a page at rest: count, ms', rested, 300),
    ...pages.flatMap((page) => {
      const reference = references.find(({ network }) => network === page.network)
      return reference ? ofPage(page, reference) : []
    }),
    ...Object.entries(levels).map(([route, level]) =>
      atMost(`${route}: round trips to the last script`, level, 1),
    ),
    ...ofServing(serving),
  ]
}
