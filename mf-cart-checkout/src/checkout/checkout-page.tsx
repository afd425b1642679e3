import { useAuth } from '@shop/auth'
import { useCart } from '@shop/cart'
import { shippingQuery } from '@shop/cart/shipping-terms'
import { Navigate } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Loading, OnlyWithScripts, PageHeader, Skeleton, Steps, useHydrated, Wrap } from '@shop/ui'
import { useRef } from 'react'
import { CartFailed } from '../order/cart-failed'
import { EmptyCart } from '../order/empty-cart'
import { RequireSignInIfConfigured } from './require-sign-in'
import { SignInAgain } from '../order/sign-in-again'
import { TwoColumns } from '../order/two-columns'
import { DeliveryForm } from './delivery-form'

export function Component() {
  return (
    <RequireSignInIfConfigured>
      <CheckoutPage />
    </RequireSignInIfConfigured>
  )
}

function CheckoutPage() {
  const cart = useCart()
  const { ended } = useAuth()
  const password = useRef<HTMLInputElement>(null)
  // Read in parallel with the cart and awaited with it: methods appearing afterwards would shift the layout.
  const shipping = useAppQuery(shippingQuery())
  const isEmpty = cart.status === 'ready' && cart.count === 0
  const isHydrated = useHydrated()
  if (isEmpty && !ended && isHydrated) return <Navigate to="/cart" replace />
  return (
    <Wrap>
      <PageHead title="Checkout" description="Contact, delivery address and shipping method." noindex />
      <PageHeader
        title="Checkout"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={0} />}
      />
      {ended && (
        <SignInAgain
          ended={ended}
          kept={
            isEmpty
              ? 'What you typed is kept, and your cart waits in your account.'
              : 'What you typed and your cart are kept.'
          }
          password={password}
        />
      )}
      {isEmpty ? (
        !isHydrated && <EmptyCart />
      ) : cart.status === 'error' && cart.lines.length === 0 ? (
        <CartFailed cart={cart} />
      ) : cart.status === 'loading' || (shipping.isPending && shipping.errorUpdateCount === 0) ? (
        <OnlyWithScripts instead={<EmptyCart />}>
          <Loading label="Loading your cart">
            <TwoColumns aside={<Skeleton height="24rem" width="100%" />}>
              <Skeleton height="40rem" width="100%" />
            </TwoColumns>
          </Loading>
        </OnlyWithScripts>
      ) : (
        <DeliveryForm
          onSignedOut={
            ended &&
            (() => {
              password.current?.focus()
            })
          }
        />
      )}
    </Wrap>
  )
}
