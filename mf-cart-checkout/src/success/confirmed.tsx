import { useCartActions } from '@shop/cart'
import { formatPence } from '@shop/pricing'
import type { FragmentProps } from '@shop/router'
import { useSetAtom } from '@shop/state'
import { customerTerms } from '@shop/settings/customer-terms'
import {
  Badge,
  Box,
  chakra,
  Heading,
  LinkButton,
  Skeleton,
  Summary,
  SummaryTotal,
  Text,
  TextLink,
} from '@shop/ui'
import { Fragment } from '@shop/ui/fragment'
import { useEffect } from 'react'
import { clearCheckout } from '../checkout/clear-checkout'
import { TwoColumns } from '../order/two-columns'
import type { CheckoutSession } from '../checkout/checkout-session'
import { AccountOffer } from './account-offer'
import { PrintedFacts } from './printed-facts'

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gap: '1.25rem 2rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    paddingBlock: '1.5rem',
    borderBlock: '1px solid {colors.line}',
    overflowWrap: 'anywhere',
    '& dt': { textStyle: 'small', color: 'muted', marginBottom: '.25rem' },
  },
})

/** The order as its summary shows it. */
function summaryOf({ items, totals, promotionCode, card }: CheckoutSession): FragmentProps['order-summary'] {
  return {
    currency: 'GBP',
    items: items.map(({ name, variantName, sku = null, quantity, linePence }) => ({
      name: variantName ? `${name}, ${variantName}` : name,
      unitPence: Math.round(linePence / quantity),
      ...{ sku, quantity, linePence },
    })),
    subtotalPence: totals.subtotalPence,
    discount: promotionCode === null ? null : { code: promotionCode, pence: totals.discountPence ?? 0 },
    vatPence: totals.vatPence,
    shippingPence: totals.shippingPence,
    totalPence: totals.totalPence,
    card: card && { hint: card.hint, pence: card.pence },
    refundedPence: 0,
  }
}

/** The confirmed order. */
export function Confirmed({ session }: { session: CheckoutSession }) {
  const { refetch } = useCartActions()
  const clear = useSetAtom(clearCheckout)
  const bought = session.giftCard !== null
  useEffect(() => {
    // Completing the order emptied the cart in the database.
    if (!bought) void refetch()
  }, [bought, refetch])
  useEffect(() => {
    // A gift card order leaves the cart alone, so its codes are not cleared.
    if (!bought) clear()
  }, [bought, clear])
  return (
    <TwoColumns
      aside={
        <Fragment
          of="/account"
          name="order-summary"
          props={summaryOf(session)}
          // As high as its lines and totals.
          placeholder={<Skeleton height={`${String(16.6 + 4.4 * session.items.length)}rem`} width="100%" />}
          fallback={
            <Summary title="Order summary">
              <SummaryTotal label="Total" value={formatPence(session.totals.totalPence)} />
            </Summary>
          }
        />
      }
    >
      <Box display="grid" gap="clamp(1.75rem, 3vw, 2.5rem)">
        <Box display="grid" gap=".75rem" justifyItems="start">
          <Badge status="positive">{session.duePence > 0 ? 'Payment received' : 'Order received'}</Badge>
          <Heading level={1}>{`Thank you, ${session.firstName}`}</Heading>
          <Text textStyle="lead" color="inkSoft" maxWidth="34rem" overflowWrap="anywhere">
            {session.orderNumber ? (
              <>
                Order <chakra.b whiteSpace="nowrap">{session.orderNumber}</chakra.b> is with us.
              </>
            ) : (
              'Your order is with us.'
            )}{' '}
            We’ve emailed your confirmation to {session.email}.
            {session.giftCard && ` The gift card goes to ${session.giftCard.recipient} within a few minutes.`}
          </Text>
        </Box>
        <PrintedFacts session={session} />
        {!session.giftCard && <Parcel session={session} />}
        <AccountOffer
          sessionId={session.sessionId}
          email={session.email}
          hasAccount={session.hasAccount}
          beside={
            <LinkButton to="/products" variant="quiet">
              Continue shopping
            </LinkButton>
          }
        />
      </Box>
    </TwoColumns>
  )
}

/** Where the parcel goes, and when it arrives. */
function Parcel({ session }: { session: CheckoutSession }) {
  return (
    <Box display="grid" gap=".75rem" justifyItems="start">
      <Facts width="100%">
        <div>
          <dt>Delivering to</dt>
          <dd>
            {[session.name, ...session.address].map((line, index) => (
              <Text key={index}>{line}</Text>
            ))}
          </dd>
        </div>
        <div>
          <dt>{session.shippingMethod} shipping</dt>
          <dd>
            {session.arrival && <Text>Arrives {session.arrival}</Text>}
            <Text>Plain, unmarked box</Text>
            <Text>Dispatched within {customerTerms.dispatch}</Text>
          </dd>
        </div>
      </Facts>
      {session.orderNumber && (
        <TextLink to={`/track-order?order=${encodeURIComponent(session.orderNumber)}`} block data-screen>
          Track your order
        </TextLink>
      )}
    </Box>
  )
}
