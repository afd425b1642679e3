import type { Pence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { cardFields, cardOf, type GiftCard } from './list-gift-cards'

/** An entry of a card's ledger. */
export interface LedgerEntry {
  id: number
  kind: 'issued' | 'redeemed' | 'given_back' | 'voided'
  /** More than 0 came onto the card, less went off it. */
  amountPence: Pence
  /** The balance after it. */
  balancePence: Pence
  orderNumber: string | null
  /** The member of staff; null for what shoppers did. */
  actor: string | null
  at: Date
}

/** A card with its ledger, newest first. */
export interface GiftCardRecord extends GiftCard {
  entries: LedgerEntry[]
  /** There are older entries than these. */
  hasMore: boolean
}

const schema = v.pipe(
  v.object({
    ...cardFields,
    has_more: v.boolean(),
    entries: v.array(
      v.pipe(
        v.object({
          id: v.number(),
          kind: v.picklist(['issued', 'redeemed', 'given_back', 'voided']),
          amount_pence: v.number(),
          balance_pence: v.number(),
          order_number: v.nullable(v.string()),
          actor: v.nullable(v.string()),
          created_at: v.string(),
        }),
        v.transform((entry): LedgerEntry => ({
          id: entry.id,
          kind: entry.kind,
          amountPence: entry.amount_pence,
          balancePence: entry.balance_pence,
          orderNumber: entry.order_number,
          actor: entry.actor,
          at: new Date(entry.created_at),
        })),
      ),
    ),
  }),
  v.transform(({ entries, has_more, ...card }): GiftCardRecord => ({
    ...cardOf(card),
    entries,
    hasMore: has_more,
  })),
)

/** One card and its ledger. Needs the right 'gift_cards'. */
export const giftCardQuery = (id: string) =>
  queryOptions({
    key: ['gift-card-record', id],
    queryFn: async (db, signal): Promise<GiftCardRecord> =>
      v.parse(schema, await row(db.rpc('gift_card_record', { p_id: id }).abortSignal(signal))),
  })
