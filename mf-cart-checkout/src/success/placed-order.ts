import { keptStorage } from '@shop/supabase'
import * as v from 'valibot'
import { paymentKeyName } from '../payment/complete-checkout'
import { startedSessionName } from '../checkout/start-checkout'

const name = 'aurelle_placed_order'
const placedSchema = v.object({ orderNumber: v.nullable(v.string()) })

/** The order this tab has shown the confirmation of: its number, which alone opens nothing. */
export type PlacedOrder = v.InferOutput<typeof placedSchema>

/** The order whose confirmation was shown in this tab, or null. */
export function readPlaced(): PlacedOrder | null {
  try {
    const kept = v.safeParse(placedSchema, JSON.parse(sessionStorage.getItem(name) ?? 'null'))
    return kept.success ? kept.output : null
  } catch {
    return null
  }
}

/**
 * Takes the id of a checkout whose confirmation was shown off this device: it opens a name and an address. For a refresh
 * the order's number stays, for as long as this tab.
 */
export function forgetCheckout(sessionId: string, orderNumber: string | null): void {
  const storage = keptStorage()
  if (storage.getItem(startedSessionName) === sessionId) storage.removeItem(startedSessionName)
  try {
    sessionStorage.removeItem(paymentKeyName(sessionId))
    sessionStorage.setItem(name, JSON.stringify({ orderNumber } satisfies PlacedOrder))
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}
