import { useCart } from '@shop/cart'
import { loadCode, logFailure, type FragmentProps } from '@shop/router'
import { onDemand, Toaster } from '@shop/ui'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { useLoadFragment } from '../fragments/fragment-host'

/**
 * The toasts; that of an added product grows into the mini cart, a fragment of the remote that serves the cart. It is asked for while
 * the cart is changed, and nothing waits for it: where it is late, cannot be had or throws, the toast has its link to the cart.
 */
export function ShopMessages() {
  const { busy } = useCart()
  const loadFragment = useLoadFragment()
  const [panel, setPanel] = useState<ComponentType<FragmentProps['mini-cart']> | undefined>(undefined)
  const load = useEffectEvent(async () => {
    if (panel) return
    const Component = await loadCode(() => loadFragment('/cart', 'mini-cart'))
    const MiniCart = onDemand(
      () => Promise.resolve(Component),
      () => {
        setPanel(undefined)
      },
    )
    await MiniCart.preload()
    setPanel(() => MiniCart)
  })
  // Once with each change: one that always throws would be asked for again and again while a change lasts.
  useEffect(() => {
    if (busy) load().catch(logFailure)
  }, [busy])
  return <Toaster panels={{ cart: panel }} />
}
