import { toPence, type Pence } from '@shop/pricing'
import { BackendError } from '@shop/supabase'
import * as v from 'valibot'

const figures = v.object({ total: v.union([v.number(), v.string()]) })

/** The total as the database now has it, where an error says that it differs from the one shown; else null. */
export function freshTotal(error: unknown): Pence | null {
  if (!(error instanceof BackendError) || error.hint !== 'totals_changed' || !error.details) return null
  try {
    const parsed = v.safeParse(figures, JSON.parse(error.details))
    return parsed.success ? toPence(parsed.output.total) : null
  } catch {
    return null
  }
}
