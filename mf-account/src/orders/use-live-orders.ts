import { useDataContext, useQueryClient } from '@shop/supabase'
import { useEffect } from 'react'

/** Changes that come in this time are read together. */
const pauseMs = 400
/** How long to wait after the provider has ended a subscription. */
const rejoinMs = 5_000
/** What an order shows; row level security tells a buyer of their own rows only. */
const tables = ['orders', 'shipments', 'tracking_events', 'returns']

/** How often orders that are shown are read again, should Realtime not be there. */
export const followMs = 60_000

/**
 * Reads the orders, parcels and returns that are shown again whenever they change, and whenever a lost connection is back. In a tab that
 * nobody sees, once it is looked at.
 */
export function useLiveOrders(): void {
  const { backend } = useDataContext()
  const queries = useQueryClient()
  useEffect(() => {
    let isOver = false
    let isMissed = false
    let pause: ReturnType<typeof setTimeout> | undefined
    let rejoin: ReturnType<typeof setTimeout> | undefined
    let leave: () => void = () => undefined
    const read = () => {
      pause = undefined
      isMissed = document.visibilityState === 'hidden'
      if (!isMissed) void queries.invalidateQueries({ queryKey: ['orders'] })
    }
    const readSoon = () => {
      pause ??= setTimeout(read, pauseMs)
    }
    const onVisible = () => {
      if (isMissed && document.visibilityState === 'visible') read()
    }
    let joinedBefore = false
    const join = async () => {
      const client = await backend.client()
      // Else a subscription of the first moments would be a visitor's, who sees no rows.
      await client.realtime.setAuth()
      if (isOver) return
      const channel = client.channel(`orders:${crypto.randomUUID()}`)
      leave = () => void client.removeChannel(channel)
      for (const table of tables)
        channel.on('postgres_changes', { event: '*', schema: 'public', table }, readSoon)
      channel.subscribe((status) => {
        if (isOver) return
        // Changes may have been missed before a later connection; the first comes with the page's own reads.
        if (status === 'SUBSCRIBED') {
          if (joinedBefore) readSoon()
          joinedBefore = true
        }
        // The server ends a subscription whose session has expired.
        if (status === 'CLOSED') rejoin = setTimeout(start, rejoinMs)
      })
    }
    const start = () => {
      // The page works without: it reads again every minute.
      join().catch((error: unknown) => console.error(error))
    }
    start()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isOver = true
      clearTimeout(pause)
      clearTimeout(rejoin)
      leave()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [backend, queries])
}
