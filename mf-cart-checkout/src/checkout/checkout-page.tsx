import { useCart } from '@shop/cart'
import { Navigate } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Loading, PageHeader, Skeleton, Steps, Wrap } from '@shop/ui'
import { CartFailed } from '../order/cart-failed'
import { RequireSignInIfConfigured } from '../order/require-sign-in'
import { TwoColumns } from '../order/two-columns'
import { shippingQuery } from '../shipping/list-shipping'
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
  // Read in parallel with the cart and awaited with it: methods appearing afterwards would shift the layout.
  const shipping = useAppQuery(shippingQuery())
  if (cart.status === 'ready' && cart.count === 0) return <Navigate to="/cart" replace />
  return (
    <Wrap>
      <PageHead title="Checkout" description="Contact, delivery address and shipping method." hidden />
      <PageHeader
        title="Checkout"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={0} />}
      />
      {cart.status === 'error' && cart.lines.length === 0 ? (
        <CartFailed cart={cart} />
      ) : cart.status === 'loading' || (shipping.isPending && shipping.errorUpdateCount === 0) ? (
        <Loading label="Loading your cart">
          <TwoColumns aside={<Skeleton height="24rem" width="100%" />}>
            <Skeleton height="40rem" width="100%" />
          </TwoColumns>
        </Loading>
      ) : (
        <DeliveryForm />
      )}
    </Wrap>
  )
}
