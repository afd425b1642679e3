import * as v from 'valibot'

const told = v.strictObject({
  remote: v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/)),
  route: v.pipe(v.string(), v.regex(/^\/[\w/:*.-]{0,80}$/)),
  metric: v.picklist(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
  value: v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)),
})

/** How fast one route of one remote was for visitors: what three of four stayed within. CLS is a score, others are ms. */
interface VitalsRow {
  remote: string
  route: string
  metric: string
  visits: number
  p75: number
}

/** Gathers what browsers tell of their own pace, since this server started. */
export interface Vitals {
  /** @returns false for what is no measurement of a page of this shop */
  take(measured: unknown): boolean
  rows(): VitalsRow[]
}

interface Gathered {
  visits: number
  latest: number[]
}

/** @param latest how many measurements a figure is made of; @param most kinds of figures, lest a liar fills the memory */
export function createVitals({ latest = 500, most = 400 } = {}): Vitals {
  const gathered = new Map<string, Gathered>()
  return {
    take(measured) {
      const parsed = v.safeParse(told, measured)
      if (!parsed.success) return false
      const { remote, route, metric, value } = parsed.output
      const key = `${remote} ${route} ${metric}`
      const known = gathered.get(key)
      if (!known && gathered.size >= most) return false
      const { visits, latest: before } = known ?? { visits: 0, latest: [] }
      gathered.set(key, { visits: visits + 1, latest: [...before.slice(1 - latest), value] })
      return true
    },
    rows: () =>
      [...gathered]
        .map(([key, { visits, latest: values }]) => {
          const [remote = '', route = '', metric = ''] = key.split(' ')
          const p75 = [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.75) - 1] ?? 0
          return { remote, route, metric, visits, p75 }
        })
        .sort((a, b) =>
          `${a.remote} ${a.route} ${a.metric}`.localeCompare(`${b.remote} ${b.route} ${b.metric}`),
        ),
  }
}
