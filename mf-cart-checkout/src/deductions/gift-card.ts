import { toPence, type Pence } from '@shop/pricing'
import type { Settings } from '@shop/settings'
import { storedAtom } from '@shop/state'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { giftCardMessage } from '../rejection/code-messages'
import { isGiftCardCode, normaliseGiftCard } from './gift-card-code'

/** A gift card that the shopper entered and the database accepted. */
export interface GiftCard {
  code: string
  /** Its last four characters. */
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

/** Reads the balance of a card. Resolves to a message when it cannot be used; a mistyped code sends no request. */
export async function checkCard(db: Backend, typed: string): Promise<GiftCard | string> {
  if (!isGiftCardCode(typed)) return giftCardMessage('unknown')
  const code = normaliseGiftCard(typed)
  const { state, hint, available_pence } = v.parse(
    replySchema,
    await row(db.rpc('check_gift_card', { p_code: code })),
  )
  return state === 'valid' ? { code, hint, availablePence: available_pence } : giftCardMessage(state)
}

/** Applies a card to a checkout session, whose amount due changes. */
export async function applyCard(
  db: Backend,
  sessionId: string,
  code: string,
): Promise<{ duePence: Pence; rejected: string | null }> {
  const reply = await row(
    db
      .rpc('apply_gift_card', { p_session_id: sessionId, p_code: code })
      .setHeader('x-checkout-session', sessionId),
  )
  const { state, due } = v.parse(dueSchema, reply)
  return {
    duePence: toPence(due),
    rejected: state === 'valid' || state === 'not_needed' ? null : giftCardMessage(state),
  }
}

const leastChargePence = 30

/** The part of a total a card pays, as the database calculates it: providers take at least 30p, so that much or nothing remains due. */
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

/** The card that the shopper entered, in session storage, so that it survives a refresh. */
export const enteredCard = storedAtom<GiftCard | null>('aurelle_gift_card', cardSchema, {
  storage: 'session',
  fallback: null,
})
