import { useAuth } from '@shop/auth'
import { isSameUnit, useCart } from '@shop/cart'
import { counted, fallbackShippingPence } from '@shop/pricing'
import { useActionData } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import {
  Box,
  chakra,
  Icon,
  LinkButton,
  Loading,
  OnlyWithScripts,
  PageHeader,
  Skeleton,
  Summary,
  Text,
  Wrap,
} from '@shop/ui'
import { Fragment } from '@shop/ui/fragment'
import Lock from 'lucide-react/icons/lock'
import { useRef } from 'react'
import { useBestForCart } from '../deductions/best-for-cart'
import { CartFailed } from '../order/cart-failed'
import { RequireSignInIfConfigured } from '../checkout/require-sign-in'
import { SignInAgain } from '../order/sign-in-again'
import { useLineProblem } from '../order/line-problem'
import { PaidRows } from '../order/paid-rows'
import { TwoColumns } from '../order/two-columns'
import type { CartResponse } from './cart-action'
import { CartLineRow } from './cart-line-row'
import { EmptyCart } from '../order/empty-cart'
import { ShippingEstimate } from './shipping-estimate'
import { FreeDelivery } from './free-delivery'
import { useCartDelivery } from './use-cart-delivery'
import { useRemoval, type Removal } from './use-removal'

export function Component() {
  return (
    <RequireSignInIfConfigured>
      <CartPage />
    </RequireSignInIfConfigured>
  )
}

function CartPage() {
  const cart = useCart()
  const { ended } = useAuth()
  const response = useActionData<CartResponse>()
  const heading = useRef<HTMLHeadingElement>(null)
  const removal = useRemoval(heading)
  const quantity = counted(cart.count, 'item')
  const productIds = [...new Set(cart.lines.map(({ productId }) => productId))]
  return (
    <Wrap>
      <PageHead title="Cart" description="Your cart." noindex />
      <PageHeader headingRef={heading} title="Your cart" aside={cart.count > 0 ? quantity : '\u00a0'} />
      {response && (
        <Text role="alert" color="danger" marginBottom="1.5rem">
          {response.rejected}
        </Text>
      )}
      {ended && <SignInAgain ended={ended} kept="Your cart is kept in your account." />}
      {cart.status === 'loading' ? (
        <CartLoading />
      ) : cart.status === 'error' && cart.lines.length === 0 ? (
        <CartFailed cart={cart} />
      ) : cart.count === 0 && ended ? null : cart.count === 0 ? (
        <EmptyCart />
      ) : (
        <>
          <Filled removal={removal} />
          <Fragment
            of="/products"
            name="recommendations"
            props={{ productIds }}
            // As high as four products.
            placeholder={<Box minHeight={{ base: '64rem', md: '83rem', lg: '42rem' }} />}
          />
        </>
      )}
    </Wrap>
  )
}

function Filled({ removal }: { removal: Removal }) {
  const cart = useCart()
  const settings = useSettings()
  const delivery = useCartDelivery(cart.subtotalPence)
  const { chosen } = delivery
  const { totals, used, hint } = useBestForCart(
    cart,
    chosen ? chosen.pence : fallbackShippingPence(cart.subtotalPence, settings),
    null,
  )
  const lineProblem = useLineProblem()
  const blocked = cart.lines.some((line) => lineProblem(line) !== null)
  const isOptionMissing = cart.lines.some((line) => line.missingOption !== null)
  return (
    <TwoColumns
      aside={
        <>
          <Summary
            title="Order summary"
            foot={
              <>
                {blocked ? (
                  <p role="alert">
                    {isOptionMissing && 'Choose the missing options. '}
                    To continue, remove anything that is no longer available, or lower its quantity.
                  </p>
                ) : (
                  <LinkButton to="/checkout" full>
                    Checkout
                  </LinkButton>
                )}
                <Box display="flex" gap=".9rem" textStyle="small" color="inkSoft">
                  <Icon as={Lock} />
                  <p>A neutral name appears on your bank statement and on the parcel.</p>
                </Box>
              </>
            }
          >
            <PaidRows
              totals={totals}
              shipping={chosen ? `${chosen.method.name} shipping` : 'Shipping (estimate)'}
              code={used?.code ?? null}
              card={null}
            />
            {hint && <Text textStyle="small">{hint}</Text>}
          </Summary>
          <OnlyWithScripts>
            <ShippingEstimate delivery={delivery} />
          </OnlyWithScripts>
        </>
      }
    >
      <Box paddingBottom="1.75rem">
        <FreeDelivery subtotalPence={cart.subtotalPence} chosen={chosen} />
      </Box>
      <chakra.ul borderBottom="1px solid {colors.line}">
        {cart.lines.map((line) => (
          <CartLineRow
            // Neither the id (of a restored line) nor the variant is the same for a line's whole life.
            key={line.productId + line.since}
            line={line}
            restored={removal.restored !== null && isSameUnit(removal.restored, line)}
            onRemove={removal.remove}
          />
        ))}
      </chakra.ul>
    </TwoColumns>
  )
}

function CartLoading() {
  return (
    <OnlyWithScripts instead={<EmptyCart />}>
      <Loading label="Loading your cart">
        <TwoColumns aside={<Skeleton height="20rem" width="100%" />}>
          <Box display="grid" gap="1.75rem">
            <Skeleton height="10rem" width="100%" />
            <Skeleton height="10rem" width="100%" />
          </Box>
        </TwoColumns>
      </Loading>
    </OnlyWithScripts>
  )
}
