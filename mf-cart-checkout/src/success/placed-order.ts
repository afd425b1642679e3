import { storedItem } from '@shop/state'
import * as v from 'valibot'
import { startedSession } from '../checkout/start-checkout'
import { paymentKey } from '../payment/complete-checkout'

const placedSchema = v.object({ orderNumber: v.nullable(v.string()) })

/** The order this tab has shown the confirmation of: its number, which alone opens nothing. */
export type PlacedOrder = v.InferOutput<typeof placedSchema>

const stored = storedItem<PlacedOrder | null>('aurelle_placed_order', placedSchema, {
  storage: 'session',
  fallback: null,
})

/** The order whose confirmation was shown in this tab, or null. */
export const readPlaced = (): PlacedOrder | null => stored.read()

/**
 * Takes the id of a checkout whose confirmation was shown off this device: it opens a name and an address. For a refresh
 * the order's number stays, for as long as this tab.
 */
export function forgetCheckout(sessionId: string, orderNumber: string | null): void {
  if (startedSession.read() === sessionId) startedSession.write(undefined)
  paymentKey(sessionId).write(undefined)
  stored.write({ orderNumber })
}
