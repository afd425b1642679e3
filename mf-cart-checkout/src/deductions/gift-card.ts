import { toPence, type Pence } from '@shop/pricing'
import type { Settings } from '@shop/settings'
import { storedItem } from '@shop/state'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { giftCardMessage } from '../refusal/code-messages'
import { isGiftCardCode, normaliseGiftCard } from './gift-card-code'

/** A gift card the shopper entered and the database knows. */
export interface GiftCard {
  code: string
  /** Its last four signs. */
  hint: string
  availablePence: Pence
}

const cardSchema = v.object({ code: v.string(), hint: v.string(), availablePence: v.number() })
const replySchema = v.object({
  state: v.string(),
  hint: v.optional(v.string(), ''),
  available_pence: v.optional(v.number(), 0),
})
const dueSchema = v.object({ state: v.string(), due: v.union([v.number(), v.string()]) })

/** Asks what is on a card; a text says why it cannot be used. Of a code that was mistyped nobody is asked. */
export async function checkCard(db: Backend, typed: string): Promise<GiftCard | string> {
  if (!isGiftCardCode(typed)) return giftCardMessage('unknown')
  const code = normaliseGiftCard(typed)
  const { state, hint, available_pence } = v.parse(
    replySchema,
    await row(db.rpc('check_gift_card', { p_code: code })),
  )
  return state === 'valid' ? { code, hint, availablePence: available_pence } : giftCardMessage(state)
}

/** Lets a card pay for a checkout session; what is left to pay is the session's from then on. */
export async function applyCard(
  db: Backend,
  sessionId: string,
  code: string,
): Promise<{ duePence: Pence; refused: string | null }> {
  const reply = await row(
    db
      .rpc('apply_gift_card', { p_session_id: sessionId, p_code: code })
      .setHeader('x-checkout-session', sessionId),
  )
  const { state, due } = v.parse(dueSchema, reply)
  return {
    duePence: toPence(due),
    refused: state === 'valid' || state === 'not_needed' ? null : giftCardMessage(state),
  }
}

const leastChargePence = 30

/** What a card pays of a total, as the database works it out: no real provider takes less than 30p, so that much or nothing is left. */
export function cardShare(
  availablePence: Pence,
  totalPence: Pence,
  provider: Settings['payment']['provider'],
): Pence {
  if (availablePence >= totalPence) return totalPence
  return provider === 'simulated'
    ? availablePence
    : Math.max(0, Math.min(availablePence, totalPence - leastChargePence))
}

const stored = storedItem<GiftCard | null>('aurelle_gift_card', cardSchema, {
  storage: 'session',
  fallback: null,
})

/** The card entered before a refresh; stored for this browser session only. */
export const readCard = (): GiftCard | null => stored.read()

/** Stores the card, or removes it. A browser that refuses storage simply forgets it. */
export function keepCard(card: GiftCard | null): void {
  stored.write(card ?? undefined)
}
