import { counted, formatPence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import type { OrderRecord } from './order-record'
import { pence } from '../kit/database-values'

/** New values of an order's statuses. */
export interface OrderChange {
  payment_status?: string
  status?: string
}

const schema = v.pipe(
  v.object({
    emails: v.array(v.string()),
    gift_card_pence: v.number(),
    items: v.number(),
    by_hand: pence,
    ends_gift_card: v.boolean(),
    rejected: v.nullable(v.string()),
  }),
  v.transform((effects) => ({
    emails: effects.emails.length,
    /** Back on the card that paid; negative where that is taken again. */
    giftCardPence: effects.gift_card_pence,
    /** Back into stock; negative where they are taken again. */
    items: effects.items,
    /** What then counts as returned by hand. */
    byHandPence: effects.by_hand,
    endsGiftCard: effects.ends_gift_card,
    /** Why the member of staff may not make the change. */
    rejected: effects.rejected,
  })),
)

/** What a change of an order's status would do. */
export type OrderChangeEffects = v.InferOutput<typeof schema>

/** What a change of an order's status would do; nothing is changed. Staff with the right to orders only. */
export const orderChangeEffectsQuery = (order: OrderRecord, change: OrderChange) =>
  queryOptions({
    // What has happened to the order since changes what follows.
    key: ['order-change-effects', order.id, order.status, order.paymentStatus, change],
    queryFn: async (db, signal) =>
      v.parse(
        schema,
        await row(
          db
            .rpc('order_change_effects', {
              p_order: order.id,
              ...(change.status !== undefined && { p_status: change.status }),
              ...(change.payment_status !== undefined && { p_payment_status: change.payment_status }),
            })
            .abortSignal(signal),
        ),
      ),
  })

/** What a change would do, a sentence each. */
export function effectWords(effects: OrderChangeEffects, order: OrderRecord): string[] {
  const { emails, giftCardPence, items, byHandPence, endsGiftCard } = effects
  const money = (pence: number) => formatPence(pence, order.currency)
  const card = `the gift card ending ${order.card?.hint ?? ''}`
  const all = [
    emails > 0 &&
      `${order.firstName ?? 'The customer'} gets ${emails === 1 ? 'an email' : `${String(emails)} emails`}, 30 seconds after you apply.`,
    giftCardPence > 0 && `The gift card ending ${order.card?.hint ?? ''} gets ${money(giftCardPence)} back.`,
    giftCardPence < 0 && `${money(-giftCardPence)} is taken from ${card} again.`,
    items > 0 && `${counted(items, 'piece goes', 'pieces go')} back into stock.`,
    items < 0 && `${counted(-items, 'piece is', 'pieces are')} taken from stock again.`,
    byHandPence > 0 && `${money(byHandPence)} counts as paid back by you. The shop pays nothing back.`,
    endsGiftCard && 'The gift card that was bought ends, which cannot be undone.',
  ].filter((words) => words !== false)
  return all.length > 0 ? all : ['Nobody gets an email, and no money or stock moves.']
}
