import { formatPence, toPence } from '@shop/pricing'
import { queryOptions, rows, useAppQuery } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { useEffect, useRef } from 'react'
import { useLive } from '../staff/use-live'

/** The five newest orders: as many as one announcement can be about. */
const newestOrdersQuery = queryOptions({
  key: ['newest-orders'],
  queryFn: (db, signal) =>
    rows(
      db
        .from('orders')
        .select('order_number, created_at, total, currency')
        .order('created_at', { ascending: false })
        .order('id')
        .limit(5)
        .abortSignal(signal),
    ),
})

/** Announces orders that come in while the back office is open, by a toast that screen readers read out. */
export function NewOrders() {
  const toast = useToast()
  const { data: newest } = useAppQuery(newestOrdersQuery)
  useLive(['orders'], [newestOrdersQuery.key])
  const seenUntil = useRef<string | null>(null)
  useEffect(() => {
    if (!newest) return
    const since = seenUntil.current
    seenUntil.current = newest[0]?.created_at ?? since ?? ''
    // What was there when the back office was opened is not news.
    if (since === null) return
    const added = newest.filter(({ created_at: at }) => at > since)
    const [first] = added
    if (!first) return
    toast({
      title: added.length === 1 ? 'New order' : `${String(added.length)} new orders`,
      description:
        added.length === 1
          ? `${first.order_number}, ${formatPence(toPence(first.total), first.currency)}`
          : added.map(({ order_number: number }) => number).join(', '),
      status: 'notice',
    })
  }, [newest, toast])
  return null
}
