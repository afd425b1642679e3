import { Box, Heading, LinkButton, PageHeader, Steps, Text } from '@shop/ui'
import type { PlacedOrder } from './placed-order'

/** The confirmation after a refresh, without personal data. */
export function OrderPlaced({ order: { orderNumber } }: { order: PlacedOrder }) {
  return (
    <>
      <PageHeader
        title="Thank you"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={2} />}
      />
      <Box as="section" display="grid" gap=".75rem" justifyItems="start">
        <Heading level={2}>
          {orderNumber ? (
            <>
              Order{' '}
              <Box as="span" whiteSpace="nowrap">
                {orderNumber}
              </Box>{' '}
              is placed
            </>
          ) : (
            'Your order is placed'
          )}
        </Heading>
        <Text color="inkSoft">
          We’ve emailed your confirmation. To keep your details private, we show them here only once.
        </Text>
        <Box display="flex" flexWrap="wrap" gap=".75rem" paddingTop=".5rem">
          {orderNumber && (
            <LinkButton to={`/track-order?order=${encodeURIComponent(orderNumber)}`}>
              Track your order
            </LinkButton>
          )}
          <LinkButton to="/products" variant="quiet">
            Continue shopping
          </LinkButton>
        </Box>
      </Box>
    </>
  )
}
