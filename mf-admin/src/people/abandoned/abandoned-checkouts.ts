import { toPence, type Pence } from '@shop/pricing'
import { queryOptions, row, useAppMutation, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { useRefresh } from '../../frame/staff/use-refresh'
import { pageEntries } from '../../kit/list-page'
import { timestamp } from '../../kit/database-values'

/** A checkout that was begun and not paid. */
export interface AbandonedCheckout {
  id: string
  name: string
  email: string
  at: Date
  totalPence: Pence
  currency: string
  /** Such as "2 × Robe, M". */
  items: string[]
  /** Why there can be no email, as the database names it; null if there can be one. */
  obstacle: string | null
  sentAt: Date | null
}

const checkoutSchema = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    email: v.string(),
    created_at: timestamp,
    total: v.number(),
    currency: v.string(),
    items: v.array(v.object({ name: v.string(), variant_name: v.string(), quantity: v.number() })),
    obstacle: v.nullable(v.string()),
    sent_at: v.nullable(timestamp),
  }),
  v.transform(
    ({ id, name, email, created_at, total, currency, items, obstacle, sent_at }): AbandonedCheckout => ({
      id,
      name: name || email,
      email,
      at: created_at,
      totalPence: toPence(total),
      currency,
      items: items.map(
        (item) => `${item.quantity} × ${item.name}${item.variant_name ? `, ${item.variant_name}` : ''}`,
      ),
      obstacle,
      sentAt: sent_at,
    }),
  ),
)

const pageSchema = v.object(pageEntries(checkoutSchema))

/** One page of the abandoned checkouts, newest first. Needs the right 'orders'. */
export const abandonedCheckoutsQuery = (page: number) =>
  queryOptions({
    key: ['abandoned-checkouts', page],
    queryFn: async (db, signal) =>
      v.parse(
        pageSchema,
        await row(db.rpc('abandoned_checkouts', { p_page: page, p_size: 25 }).abortSignal(signal)),
      ),
  })

async function sendReminder(db: Backend, id: string): Promise<void> {
  await row(db.rpc('send_reminder', { p_session: id }))
}

/** Queues the one email of a checkout. Rejected with the reason if there can be none by now. */
export function useSendReminder() {
  const refresh = useRefresh()
  return useAppMutation({ mutationFn: sendReminder, onSettled: () => refresh('reminders', 'mail') })
}
