import { formatPence } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import { Button, chakra, ErrorState, Loading, Skeleton, Text } from '@shop/ui'
import { useState } from 'react'
import { useLive } from '../../frame/staff/use-live'
import { useStaff } from '../../frame/staff/use-staff'
import { orderRefundsQuery } from './order-refunds'
import { RefundDialog } from './refund-dialog'
import { RefundList } from './refund-list'

/** The refunds of an order, what is left to refund, and the button that refunds. It follows what the provider says of them. */
export function Refunds({ orderId }: { orderId: string }) {
  const mayRefund = useStaff().may('refunds')
  const [isOpen, setIsOpen] = useState(false)
  const { data: order, error, isFetching, refetch } = useAppQuery(orderRefundsQuery(orderId))
  useLive(
    ['refunds'],
    [
      ['order-refunds', orderId],
      ['order-history', orderId],
    ],
  )
  if (!order && error)
    return (
      <ErrorState
        title="The refunds could not be loaded"
        text="Nothing was changed. Please try again."
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!order)
    return (
      <Loading label="Loading refunds">
        <Skeleton height="4rem" />
      </Loading>
    )
  const money = (pence: number) => formatPence(pence, order.currency)
  const canRefund =
    mayRefund &&
    order.isPaid &&
    !order.isMarkedRefunded &&
    (order.left.pence > 0 || order.lines.some(({ left }) => left > 0))
  return (
    <div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        alignItems="center"
        gap=".5rem 1rem"
        paddingBottom=".75rem"
      >
        <Text color="muted">
          {order.refunds.length === 0
            ? 'Nothing has been refunded.'
            : `${money(order.refundedPence)} refunded, ${money(order.left.pence)} left.`}
        </Text>
        {canRefund && (
          <Button variant="quiet" onClick={() => setIsOpen(true)}>
            Refund...
          </Button>
        )}
      </chakra.div>
      {order.isMarkedRefunded && (
        <Text textStyle="small" color="muted" paddingBottom=".75rem">
          The payment status was set to refunded by hand: what you pay back yourself is not paid back again
          here. If nothing has gone back, set it to Succeeded first, and the refund can be made.
        </Text>
      )}
      <RefundList order={order} mayRefund={mayRefund} />
      {isOpen && <RefundDialog orderId={orderId} order={order} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
