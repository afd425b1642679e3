import { useCartActions } from '@shop/cart'
import { useSetAtom } from '@shop/state'
import { Box, Heading, LinkButton, PageHeader, Steps, Summary, Text, TextLink } from '@shop/ui'
import { useEffect } from 'react'
import { clearCheckout } from '../checkout/clear-checkout'
import { OrderLines } from '../order/order-lines'
import { TwoColumns } from '../order/two-columns'
import type { CheckoutSession } from '../payment/checkout-session'
import { SessionRows } from '../payment/session-rows'
import { AccountOffer } from './account-offer'

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
    <>
      <PageHeader
        title="Thank you"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={2} />}
      />
      <TwoColumns
        aside={
          <Summary title="Order summary" lines={<OrderLines items={session.items} />}>
            <SessionRows session={session} />
          </Summary>
        }
      >
        <Box display="grid" gap="2.5rem">
          <Box as="section" display="grid" gap=".75rem">
            <Heading level={2}>
              {session.orderNumber ? `Order ${session.orderNumber}` : 'Your order is confirmed'}
            </Heading>
            <Text color="inkSoft">{`The confirmation goes to ${session.email}. ${session.giftCard ? `The gift card goes to ${session.giftCard.recipient} within a few minutes.` : 'Your order leaves us within 1-2 business days in a plain box.'}`}</Text>
          </Box>
          {!session.giftCard && (
            <Box as="section" display="grid" gap=".75rem">
              <Heading level={2}>Delivery</Heading>
              <p>{session.name}</p>
              <Text color="inkSoft">{session.address.join(', ')}</Text>
              {session.orderNumber && (
                <TextLink to={`/track-order?order=${encodeURIComponent(session.orderNumber)}`} block>
                  See where your parcel is
                </TextLink>
              )}
            </Box>
          )}
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
    </>
  )
}
