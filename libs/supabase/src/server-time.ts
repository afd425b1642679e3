import { queryOptions, useAppQuery } from './query'

/** The header has whole seconds, and a response takes time: a smaller difference is none. */
const toleranceMs = 60_000

// The web server's own response: those of another origin may hide when they were sent.
const clockQuery = queryOptions({
  key: ['clock'],
  queryFn: async (_db, signal): Promise<number> => {
    try {
      const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal })
      const aheadMs = Date.now() - Date.parse(headers.get('date') ?? '')
      return Math.abs(aheadMs) > toleranceMs ? aheadMs : 0
    } catch {
      return 0
    }
  },
})

/** The time on the server, whatever the clock of this device says. */
interface ServerTime {
  /** Whether the clocks have been compared; until then the device's counts. */
  isKnown: boolean
  now: () => Date
}

/** The time that deadlines, promotions and the days of delivery follow. It is compared again when the window has the focus again. */
export function useServerTime(): ServerTime {
  const { data: aheadMs } = useAppQuery(clockQuery)
  return { isKnown: aheadMs !== undefined, now: () => new Date(Date.now() - (aheadMs ?? 0)) }
}
