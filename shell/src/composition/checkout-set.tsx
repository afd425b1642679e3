import { useCart } from '@shop/cart'
import { useLocation } from '@shop/router'
import { useEffect, useRef } from 'react'
import { pinsSet, pinnedSetPath } from './pinned-set'

const send = (method: string, address: string) => {
  // Without an answer the web server pins the set with the next document, or lets it go in time.
  fetch(address, { method, keepalive: true }).catch(() => undefined)
}

/**
 * Pins the document's release set for a cart or checkout that is opened in it, until the cart is empty: an order has been
 * placed, or all lines are removed, in whatever tab.
 * @param set id of the release set that this document runs
 */
export function CheckoutSet({ set }: { set: string }) {
  const { status, count } = useCart()
  const isShopping = pinsSet(useLocation().pathname)
  const isFilled = count > 0
  // The web server pins the set of a document that opens with the cart or the checkout.
  const isPinned = useRef(isShopping)
  const wasFilled = useRef(false)
  useEffect(() => {
    if (status !== 'ready') return
    if (isFilled && isShopping && !isPinned.current) send('PUT', `${pinnedSetPath}/${set}`)
    if (!isFilled && (isPinned.current || wasFilled.current)) send('DELETE', pinnedSetPath)
    isPinned.current = isFilled && (isPinned.current || isShopping)
    wasFilled.current = isFilled
  }, [status, isFilled, isShopping, set])
  return null
}
