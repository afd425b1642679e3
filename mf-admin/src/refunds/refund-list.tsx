import { formatPence } from '@shop/pricing'
import { Badge, Button, chakra, Text, useToast } from '@shop/ui'
import { errorWords } from '../kit/error-words'
import { retryRefund, type OrderRefunds, type Refund } from './order-refunds'
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

/** The refunds of an order with their states; one that failed can be tried again. */
export function RefundList({ order, mayRefund }: RefundListProps) {
  const toast = useToast()
  const retry = useRefundMutation(retryRefund)
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
    <List>
      {order.refunds.map((refund) => (
        <Item key={refund.id}>
          <div>
            <Text fontWeight={520}>{formatPence(refund.amount, order.currency)}</Text>
            <Details refund={refund} order={order} />
          </div>
          <chakra.div display="flex" alignItems="start" gap=".75rem">
            <Badge status={states[refund.state].status}>{states[refund.state].label}</Badge>
            {refund.state === 'failed' && mayRefund && (
              <Button
                variant="quiet"
                busy={retry.isPending && retry.variables === refund.id}
                onClick={() => tryAgain(refund.id)}
              >
                Retry
              </Button>
            )}
          </chakra.div>
        </Item>
      ))}
    </List>
  )
}

function Details({ refund, order }: { refund: Refund; order: OrderRefunds }) {
  const money = (pence: number) => formatPence(pence, order.currency)
  const means = [
    refund.cardPence > 0 && `${money(refund.cardPence)} to the card`,
    refund.giftCardPence > 0 && `${money(refund.giftCardPence)} to the gift card`,
  ].filter(Boolean)
  const pieces = refund.lines.map(
    ({ name, quantity, restocked }) =>
      `${String(quantity)} × ${name ?? 'item'}${restocked > 0 ? ', back in stock' : ', not restocked'}`,
  )
  const who = [time.format(refund.createdAt), refund.actor].filter(Boolean).join(', ')
  return (
    <Text textStyle="small" color="muted" overflowWrap="anywhere">
      {[who, means.join(', '), ...pieces, refund.reason].filter(Boolean).map((text, index) => (
        <chakra.span key={index} display="block">
          {text}
        </chakra.span>
      ))}
      {refund.lastError && refund.state !== 'succeeded' && (
        <chakra.span display="block" color="danger">
          {`After ${String(refund.attempts)} ${refund.attempts === 1 ? 'attempt' : 'attempts'}: ${refund.lastError}`}
        </chakra.span>
      )}
    </Text>
  )
}
