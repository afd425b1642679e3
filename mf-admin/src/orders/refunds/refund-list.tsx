import { counted, formatPence } from '@shop/pricing'
import { Badge, Button, chakra, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { errorWords } from '../../kit/error-words'
import { itemName, retryRefund, type OrderRefunds, type Refund } from './order-refunds'
import { SettleDialog } from './settle-dialog'
import { useRefundMutation } from './use-refund-mutation'

const time = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/London',
})
const states = {
  pending: { label: 'On its way', status: 'warning' },
  succeeded: { label: 'Refunded', status: 'positive' },
  failed: { label: 'Failed', status: 'danger' },
  given_up: { label: 'Given up', status: 'neutral' },
} as const

const List = chakra('ul', { base: { display: 'grid', listStyle: 'none', padding: '0', margin: '0' } })
const Item = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '.25rem 1rem',
    paddingBlock: '.75rem',
    borderTop: '1px solid {colors.line}',
  },
})

interface RefundListProps {
  order: OrderRefunds
  mayRefund: boolean
}

/** The refunds of an order with their states; one that failed can be tried again or settled without the provider. */
export function RefundList({ order, mayRefund }: RefundListProps) {
  const toast = useToast()
  const retry = useRefundMutation(retryRefund)
  // The refund is kept as it was opened, though the list goes on.
  const [settled, setSettled] = useState<Refund | null>(null)
  const tryAgain = (id: string) =>
    retry.mutate(id, {
      onSuccess: () =>
        toast({ title: 'Success', description: 'The refund is tried again.', status: 'success' }),
      onError: (error) => {
        const description = errorWords(error, 'Failed to try the refund again. Please try again.')
        toast({ title: 'Error', description, status: 'error' })
      },
    })
  return (
    <>
      <List>
        {order.refunds.map((refund) => (
          <Item key={refund.id}>
            <div>
              <Text fontWeight={520}>{formatPence(refund.amount + refund.givenUpPence, order.currency)}</Text>
              <Details refund={refund} order={order} />
            </div>
            <chakra.div
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              alignSelf="start"
              gap=".5rem .75rem"
            >
              <Badge status={states[refund.state].status}>{states[refund.state].label}</Badge>
              {refund.state === 'failed' && mayRefund && (
                <>
                  <Button
                    variant="quiet"
                    busy={retry.isPending && retry.variables === refund.id}
                    onClick={() => tryAgain(refund.id)}
                  >
                    Retry
                  </Button>
                  <Button variant="quiet" onClick={() => setSettled(refund)}>
                    Settle...
                  </Button>
                </>
              )}
            </chakra.div>
          </Item>
        ))}
      </List>
      {settled && (
        <SettleDialog refund={settled} currency={order.currency} onClose={() => setSettled(null)} />
      )}
    </>
  )
}

function Details({ refund, order }: { refund: Refund; order: OrderRefunds }) {
  const money = (pence: number) => formatPence(pence, order.currency)
  const means = [
    refund.isExchange && `${money(refund.amount)} paid for the replacement`,
    !refund.isExchange &&
      refund.cardPence > 0 &&
      `${money(refund.cardPence)} ${refund.isByOtherMeans ? 'by other means' : 'to the card'}`,
    refund.givenUpPence > 0 && `${money(refund.givenUpPence)} never went to the card`,
    !refund.isExchange && refund.giftCardPence > 0 && `${money(refund.giftCardPence)} to the gift card`,
  ].filter(Boolean)
  const payment = refund.payment !== null && `Payment ${refund.payment}`
  const items = refund.lines.map(
    ({ name, variant_name: variant, quantity, restocked }) =>
      `${String(quantity)} × ${itemName(name, variant)}${restocked > 0 ? ', back in stock' : ', not restocked'}`,
  )
  const who = [time.format(refund.createdAt), refund.actor].filter(Boolean).join(', ')
  return (
    <Text textStyle="small" color="muted" overflowWrap="anywhere">
      {[who, means.join(', '), payment, ...items, refund.reason, refund.note]
        .filter(Boolean)
        .map((text, index) => (
          <chakra.span key={index} display="block">
            {text}
          </chakra.span>
        ))}
      {refund.lastError && (refund.state === 'pending' || refund.state === 'failed') && (
        <chakra.span display="block" color="danger">
          {`After ${counted(refund.attempts, 'attempt')}: ${refund.lastError}`}
        </chakra.span>
      )}
    </Text>
  )
}
