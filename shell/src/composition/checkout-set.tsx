import { useCart } from '@shop/cart'
import { useLocation } from '@shop/router'
import { useEffect, useRef } from 'react'
import { keepsSet, keptSetPath } from './kept-set'

const send = (method: string, address: string) => {
  // Without an answer the web server keeps the set with the next document, or lets it go in time.
  fetch(address, { method, keepalive: true }).catch(() => undefined)
}

/**
 * Keeps the document's release set for a cart or checkout that is opened in it, until the cart is empty: an order has been
 * placed, or all lines are removed, in whatever tab.
 * @param set id of the release set that this document runs
 */
export function CheckoutSet({ set }: { set: string }) {
  const { status, count } = useCart()
  const isShopping = keepsSet(useLocation().pathname)
  const isFilled = count > 0
  // The web server keeps the set of a document that opens with the cart or the checkout.
  const isKept = useRef(isShopping)
  const wasFilled = useRef(false)
  useEffect(() => {
    if (status !== 'ready') return
    if (isFilled && isShopping && !isKept.current) send('PUT', `${keptSetPath}/${set}`)
    if (!isFilled && (isKept.current || wasFilled.current)) send('DELETE', keptSetPath)
    isKept.current = isFilled && (isKept.current || isShopping)
    wasFilled.current = isFilled
  }, [status, isFilled, isShopping, set])
  return null
}
