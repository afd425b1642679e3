import * as v from 'valibot'

const measurementSchema = v.strictObject({
  remote: v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/)),
  route: v.pipe(v.string(), v.regex(/^\/[\w/:*.-]{0,80}$/)),
  metric: v.picklist(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
  value: v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)),
})

/** The 75th percentile of one metric on one route of one remote. CLS is a score; the others are in milliseconds. */
interface VitalsRow {
  remote: string
  route: string
  metric: string
  visits: number
  p75: number
}

/** Collects the Web Vitals that browsers report, in memory. */
export interface Vitals {
  /** @returns false for an invalid measurement */
  record(measured: unknown): boolean
  rows(): VitalsRow[]
  /** How fast the pages of a remote showed what is largest (LCP, in milliseconds), and how many visits that is from; null for none. */
  loadOf(remote: string): { visits: number; p75: number } | null
}

const percentile75 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.75) - 1] ?? 0

interface Samples {
  visits: number
  values: number[]
}

/**
 * @param sampleSize how many measurements a percentile is computed from
 * @param maxKeys how many different figures are collected, so that made-up routes cannot fill the memory
 */
export function createVitals({ sampleSize = 500, maxKeys = 400 } = {}): Vitals {
  const samples = new Map<string, Samples>()
  return {
    record(measured) {
      const parsed = v.safeParse(measurementSchema, measured)
      if (!parsed.success) return false
      const { remote, route, metric, value } = parsed.output
      const key = `${remote} ${route} ${metric}`
      const existing = samples.get(key)
      if (!existing && samples.size >= maxKeys) return false
      const { visits, values: before } = existing ?? { visits: 0, values: [] }
      samples.set(key, { visits: visits + 1, values: [...before.slice(1 - sampleSize), value] })
      return true
    },
    rows: () =>
      [...samples]
        .map(([key, { visits, values }]) => {
          const [remote = '', route = '', metric = ''] = key.split(' ')
          return { remote, route, metric, visits, p75: percentile75(values) }
        })
        .sort((a, b) =>
          `${a.remote} ${a.route} ${a.metric}`.localeCompare(`${b.remote} ${b.route} ${b.metric}`),
        ),
    loadOf(remote) {
      const loads = [...samples].filter(([key]) => key.startsWith(`${remote} `) && key.endsWith(' LCP'))
      if (loads.length === 0) return null
      const values = loads.flatMap(([, { values: of }]) => of)
      return { visits: values.length, p75: percentile75(values) }
    },
  }
}
