import type { Pence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { pageEntries } from '../../kit/list-page'
import type { FilterValues } from '../../kit/url-state'
import { states, type GiftCardState } from './gift-card-states'

/** A gift card as staff see it; nobody sees its code again. */
export interface GiftCard {
  id: string
  /** The last four signs of the code. */
  hint: string
  initialPence: Pence
  balancePence: Pence
  state: GiftCardState
  expiresAt: Date
  createdAt: Date
  /** To whom staff sent it. */
  recipientEmail: string | null
  recipientName: string | null
  voidReason: string | null
  /** The order that bought it. */
  orderNumber: string | null
  /** The user of the member of staff who issued it; null for a bought one. */
  issuedBy: string | null
}

/** The columns of a card in every answer. */
export const cardFields = {
  id: v.string(),
  hint: v.string(),
  initial_pence: v.number(),
  balance_pence: v.number(),
  state: v.picklist(states),
  expires_at: v.string(),
  created_at: v.string(),
  recipient_email: v.nullable(v.string()),
  recipient_name: v.nullable(v.string()),
  void_reason: v.nullable(v.string()),
  order_number: v.nullable(v.string()),
  issued_by: v.nullable(v.string()),
}
const cardSchema = v.object(cardFields)

/** A card from its columns. */
export const cardOf = (card: v.InferOutput<typeof cardSchema>): GiftCard => ({
  id: card.id,
  hint: card.hint,
  initialPence: card.initial_pence,
  balancePence: card.balance_pence,
  state: card.state,
  expiresAt: new Date(card.expires_at),
  createdAt: new Date(card.created_at),
  recipientEmail: card.recipient_email,
  recipientName: card.recipient_name,
  voidReason: card.void_reason,
  orderNumber: card.order_number,
  issuedBy: card.issued_by,
})

const pageSchema = v.object(pageEntries(v.pipe(cardSchema, v.transform(cardOf))))

/** Cards on a page. */
const pageSize = 20

/**
 * One page of the gift cards, newest first. Needs the right 'gift_cards'.
 *
 * @param page from 1; beyond the last it is the last
 */
export const giftCardListQuery = (filter: FilterValues, page: number) =>
  queryOptions({
    key: ['office-gift-cards', filter, page],
    queryFn: async (db, signal) =>
      v.parse(
        pageSchema,
        await row(
          db
            .rpc('office_gift_cards', { p_filter: { ...filter }, p_page: page, p_size: pageSize })
            .abortSignal(signal),
        ),
      ),
  })
