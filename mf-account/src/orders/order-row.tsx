import { counted } from '@shop/pricing'
import { useNavigate } from '@shop/router'
import { Badge, badgeStatus, Box, Button, chakra, Heading, Text, useToast } from '@shop/ui'
import type { Order } from './order'
import { orderDay, orderTotal, paymentLabel, receiptPath } from './order-messages'

/** The frame of an order in the list; its skeleton uses it too, so that nothing moves when orders come. */
export const OrderFrame = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', lg: '1.45fr 1fr 1fr minmax(18rem, auto)' },
    gap: '1rem 1.5rem',
    alignItems: 'center',
    minHeight: { lg: '108px' },
    paddingBlock: '1.5rem',
    borderBottom: '1px solid {colors.line}',
  },
})

/** The column of the buttons: below the rest on a phone. */
export const OrderActions = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '.5rem 1.5rem',
    alignItems: 'center',
    gridColumn: { base: '1 / -1', lg: 'auto' },
  },
})

/** @param onDetails called to show the details */
export function OrderRow({ order, onDetails }: { order: Order; onDetails: () => void }) {
  const toast = useToast()
  const quantity = order.items.reduce((sum, item) => sum + item.quantity, 0)
  const navigate = useNavigate()
  const showReceipt = () => {
    if (order.paidAt) {
      toast({ title: 'Receipt', description: 'The receipt of your payment is opening.', status: 'notice' })
      void navigate(receiptPath(order.number))
    } else {
      toast({
        title: 'No Receipt',
        description: 'No receipt available for this order.',
        status: 'error',
      })
    }
  }
  return (
    <OrderFrame>
      <Box minWidth="0">
        <Heading level={2} look="h3" overflowWrap="anywhere">
          {order.number}
        </Heading>
        <Text textStyle="small" color="muted">
          {orderDay(order.createdAt)}, {counted(quantity, 'item')}
        </Text>
      </Box>
      <Box textAlign={{ base: 'end', lg: 'start' }}>
        <Text fontWeight={520} fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
          {orderTotal(order.totalPence, order.currency)}
        </Text>
        <Text textStyle="small" color="muted">
          {order.paymentMethod}
        </Text>
      </Box>
      <Box
        gridColumn={{ base: '1 / -1', lg: 'auto' }}
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap=".3rem .75rem"
      >
        <Badge status={badgeStatus(order.paymentStatus)}>{paymentLabel(order.paymentStatus)}</Badge>
        {order.paidAt && (
          <Text textStyle="small" color="muted" flexBasis={{ lg: '100%' }}>
            Paid on {orderDay(order.paidAt)}
          </Text>
        )}
      </Box>
      <OrderActions>
        <Button variant="quiet" aria-label={`View Details of ${order.number}`} onClick={onDetails}>
          View Details
        </Button>
        {order.checkoutSessionId && (
          <Button variant="text" aria-label={`View Receipt of ${order.number}`} onClick={showReceipt}>
            View Receipt
          </Button>
        )}
      </OrderActions>
    </OrderFrame>
  )
}
