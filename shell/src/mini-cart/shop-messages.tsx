import { useCart } from '@shop/cart'
import { loadCode } from '@shop/router'
import { Toaster } from '@shop/ui'
import { useEffect, useState } from 'react'
import type { MiniCart } from './mini-cart'

/**
 * The toasts; that of an added product grows into the mini cart. Its code is asked for while the cart is changed, and nothing waits for
 * it: where it is late or cannot be had the toast stays as it is, with its link to the cart.
 */
export function ShopMessages() {
  const { busy } = useCart()
  const [panel, setPanel] = useState<typeof MiniCart | undefined>(undefined)
  useEffect(() => {
    if (!busy || panel) return
    loadCode(() => import(/* webpackChunkName: "frame" */ './mini-cart')).then(
      (loaded) => {
        setPanel(() => loaded.MiniCart)
      },
      () => undefined,
    )
  }, [busy, panel])
  return <Toaster panels={{ cart: panel }} />
}
