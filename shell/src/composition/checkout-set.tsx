import { useCart } from '@shop/cart'
import { useLocation } from '@shop/router'
import { useEffect, useRef } from 'react'
import { pinnedSetPath, pinsSet, pinsSetOnOpening, takesPayment } from './pinned-set'

/**
 * Pins the document's release set for a cart or checkout that is opened in it, until the cart is empty: an order has been
 * placed, or all lines are removed, in whatever tab. A gift card is paid for without a cart.
 * @param set id of the release set that this document runs
 */
export function CheckoutSet({ set }: { set: string }) {
  const { status, count } = useCart()
  const { pathname } = useLocation()
  const isShopping = pinsSet(pathname)
  const isOpen = count > 0 || takesPayment(pathname)
  const isPinned = useRef(pinsSetOnOpening(pathname))
  const wasOpen = useRef(false)
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    if (status !== 'ready') return
    // One after another, since each answer sets the cookie. Without one the web server pins the set with the next document, or lets it
    // go in time.
    const send = (method: string, address: string) => {
      const request = () => fetch(address, { method, keepalive: true })
      sent.current = sent.current.then(request).catch(() => undefined)
    }
    if (isOpen && isShopping && !isPinned.current) send('PUT', `${pinnedSetPath}/${set}`)
    if (!isOpen && (isPinned.current || wasOpen.current)) send('DELETE', pinnedSetPath)
    isPinned.current = isOpen && (isPinned.current || isShopping)
    wasOpen.current = isOpen
  }, [status, isOpen, isShopping, set])
  return null
}
