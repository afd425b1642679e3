import { startedCheckout } from '@shop/cart'
import { storedItem } from '@shop/state'
import * as v from 'valibot'

const placedSchema = v.object({ orderNumber: v.nullable(v.string()) })

/** The order confirmed in this tab: only its number, which gives no access to the order. */
type PlacedOrder = v.InferOutput<typeof placedSchema>

const stored = storedItem<PlacedOrder | null>('aurelle_placed_order', placedSchema, {
  storage: 'session',
  fallback: null,
})

/** The order whose confirmation was shown in this tab, or null. */
export const readPlacedOrder = (): PlacedOrder | null => stored.read()

/**
 * Removes the id of a confirmed checkout from this device, because it gives access to a name and an address. The order
 * number is stored for a refresh of this tab.
 */
export function forgetCheckout(sessionId: string, orderNumber: string | null): void {
  if (startedCheckout.read() === sessionId) startedCheckout.write(undefined)
  stored.write({ orderNumber })
}
