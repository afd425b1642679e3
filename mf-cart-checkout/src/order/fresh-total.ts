import { toPence, type Pence } from '@shop/pricing'
import { BackendError } from '@shop/supabase'
import * as v from 'valibot'
import { cardWords } from '../deductions/gift-card'
import { refusalWords } from '../deductions/promotion-code'

const amount = v.union([v.number(), v.string()])
const figures = v.object({ total: amount, due: v.optional(amount) })
const promotionRefusal = v.object({ promotion_refused: v.string(), minimum_pence: v.optional(v.number(), 0) })
const cardRefusal = v.object({ gift_card_refused: v.string() })

/** Why the total changed, in a sentence, where a promotion code or a gift card is the reason; else null. */
export function refusedCodeWords(error: unknown): string | null {
  const details = detailsOf(error)
  const promotion = v.safeParse(promotionRefusal, details)
  if (promotion.success)
    return refusalWords({
      state: promotion.output.promotion_refused,
      minimumPence: promotion.output.minimum_pence,
    })
  const card = v.safeParse(cardRefusal, details)
  return card.success ? cardWords(card.output.gift_card_refused) : null
}

/**
 * What is to be paid as the database now has it, where an error says that it differs from what was shown; else null.
 *
 * @param cardPence what a gift card was to pay
 */
export function freshTotal(error: unknown, cardPence: Pence = 0): Pence | null {
  const parsed = v.safeParse(figures, detailsOf(error))
  if (!parsed.success) return null
  const { total, due } = parsed.output
  return due === undefined ? Math.max(0, toPence(total) - cardPence) : toPence(due)
}

/** The whole total as the database now has it, whoever pays it; null as above. */
export function wholeTotal(error: unknown): Pence | null {
  const parsed = v.safeParse(figures, detailsOf(error))
  return parsed.success ? toPence(parsed.output.total) : null
}

function detailsOf(error: unknown): unknown {
  if (!(error instanceof BackendError) || error.hint !== 'totals_changed' || !error.details) return null
  try {
    return JSON.parse(error.details)
  } catch {
    return null
  }
}
