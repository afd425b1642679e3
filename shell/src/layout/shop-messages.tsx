import { useCart } from '@shop/cart'
import { loadCode, logFailure, type FragmentProps } from '@shop/router'
import { onDemand, Toaster } from '@shop/ui'
import { useEffect, useState, type ComponentType } from 'react'
import { useLoadFragment } from '../fragments/fragment-host'

/**
 * The toasts; that of an added product grows into the mini cart, a fragment of the remote that serves the cart. It is asked for while
 * the cart is changed, and nothing waits for it: where it is late, cannot be had or throws, the toast has its link to the cart.
 */
export function ShopMessages() {
  const { busy } = useCart()
  const loadFragment = useLoadFragment()
  const [panel, setPanel] = useState<ComponentType<FragmentProps['mini-cart']> | undefined>(undefined)
  useEffect(() => {
    if (!busy || panel) return
    const load = async () => {
      const Component = await loadCode(() => loadFragment('/cart', 'mini-cart'))
      const MiniCart = onDemand(
        () => Promise.resolve(Component),
        () => {
          setPanel(undefined)
        },
      )
      await MiniCart.preload()
      setPanel(() => MiniCart)
    }
    load().catch(logFailure)
  }, [busy, panel, loadFragment])
  return <Toaster panels={{ cart: panel }} />
}
