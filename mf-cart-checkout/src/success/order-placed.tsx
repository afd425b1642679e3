import { Box, Heading, LinkButton, PageHeader, Steps, Text } from '@shop/ui'

const news: Readonly<Record<string, string>> = {
  pending: 'We have your order and will pack it soon.',
  processing: 'We are packing your order.',
  shipped: 'Your order is on its way.',
  delivered: 'Your order was delivered.',
  completed: 'Your order is complete.',
  cancelled: 'Your order was cancelled.',
}

interface OrderPlacedProps {
  /** The order's number gives no access to it; a status is known of an earlier order. */
  order: { orderNumber: string | null; status?: string }
}

/** The confirmation after a refresh, or after its day, without personal data. */
export function OrderPlaced({ order: { orderNumber, status } }: OrderPlacedProps) {
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
              </Box>
              {!status && ' is placed'}
            </>
          ) : (
            'Your order is placed'
          )}
        </Heading>
        <Text color="inkSoft">
          {status
            ? `${news[status] ?? ''} To keep your details private, we show them here for a day only. They are in the email with your confirmation.`.trim()
            : 'We’ve emailed your confirmation. To keep your details private, we show them here only once.'}
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
