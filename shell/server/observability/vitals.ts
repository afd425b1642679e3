import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { SitePages } from '../releases/site-pages'

const measurementSchema = v.strictObject({
  remote: v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/)),
  // Tabs that were opened before versions were reported send none.
  version: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,80}$/)), 'other'),
  route: v.pipe(v.string(), v.regex(/^\/[\w/:*.-]{0,80}$/)),
  metric: v.picklist(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
  value: v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)),
})

/** A measurement of a browser. */
export type Measurement = v.InferOutput<typeof measurementSchema>

/** The 75th percentile of one metric on one route of one version of a remote. CLS is a score; the others are in milliseconds. */
interface VitalsRow extends Pick<Measurement, 'remote' | 'version' | 'route' | 'metric'> {
  visits: number
  p75: number
}

/** Collects the Web Vitals that browsers report, in memory. */
export interface Vitals {
  record(measurement: Measurement): void
  rows(): VitalsRow[]
  /**
   * How fast the pages of a remote's version showed what is largest (LCP, in milliseconds), and how many visits that is from; null for
   * none.
   */
  loadOf(remote: string, version: string): { visits: number; p75: number } | null
}

const percentile75 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.75) - 1] ?? 0

interface Samples extends Omit<Measurement, 'value'> {
  visits: number
  values: number[]
}

const keyOf = ({ remote, version, route, metric }: Omit<Measurement, 'value'>) =>
  [remote, version, route, metric].join(' ')

/**
 * @param sampleSize how many measurements a percentile is computed from
 * @param maxKeys how many different figures are collected; the one that was measured longest ago goes, as those of old versions
 */
export function createVitals({ sampleSize = 500, maxKeys = 1000 } = {}): Vitals {
  const samples = new LRUCache<string, Samples>({ max: maxKeys })
  return {
    record({ value, ...what }) {
      const key = keyOf(what)
      const { visits, values } = samples.get(key) ?? { visits: 0, values: [] }
      samples.set(key, { ...what, visits: visits + 1, values: [...values.slice(1 - sampleSize), value] })
    },
    rows: () =>
      [...samples.values()]
        .sort((a, b) => keyOf(a).localeCompare(keyOf(b)))
        .map(({ values, ...row }) => ({
          ...row,
          p75: percentile75(values),
        })),
    loadOf(remote, version) {
      const values = [...samples.values()]
        .filter((each) => each.remote === remote && each.version === version && each.metric === 'LCP')
        .flatMap((each) => each.values)
      return values.length === 0 ? null : { visits: values.length, p75: percentile75(values) }
    },
  }
}

/**
 * Reads a measurement. A version that the visitor does not have is called "other".
 * @returns null for an invalid one, and for a route that the remote does not have, so that made-up ones do not become metrics
 */
export function readMeasurement(
  body: unknown,
  rules: SitePages['rules'],
  versions: Readonly<Record<string, string>>,
): Measurement | null {
  const parsed = v.safeParse(measurementSchema, body)
  if (!parsed.success) return null
  const { remote, route, version } = parsed.output
  const isKnown = rules.some(({ path, owner }) => path === route && (owner ?? 'shell') === remote)
  return isKnown ? { ...parsed.output, version: versions[remote] === version ? version : 'other' } : null
}
