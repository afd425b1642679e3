import { toPence, type Pence } from '@shop/pricing'
import { BackendError } from '@shop/supabase'
import * as v from 'valibot'
import { refusalWords } from '../promotion/promotion-code'

const figures = v.object({ total: v.union([v.number(), v.string()]) })

const refusal = v.object({ promotion_refused: v.string(), minimum_pence: v.optional(v.number(), 0) })

/** Why the total changed, in a sentence, where the promotion code is the reason; else null. */
export function refusedCodeWords(error: unknown): string | null {
  const parsed = v.safeParse(refusal, detailsOf(error))
  return parsed.success ? refusalWords({ state: parsed.output.promotion_refused, minimumPence: parsed.output.minimum_pence }) : null
}

/** The total as the database now has it, where an error says that it differs from the one shown; else null. */
export function freshTotal(error: unknown): Pence | null {
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
