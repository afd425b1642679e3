import { useSettings } from '@shop/settings'
import { customerTerms, returnRules } from '@shop/settings/customer-terms'
import { useAppQuery } from '@shop/supabase'
import { Badge, Box, chakra, Heading, Panel, Text, type BadgeStatus } from '@shop/ui'
import type { Order } from './order'
import { orderDay } from './order-messages'
import { orderReturnsQuery, type OrderReturn, type ReturnState } from './order-returns'

const states: Record<ReturnState, { label: string; badge: BadgeStatus; text: string }> = {
  requested: {
    label: 'Requested',
    badge: 'warning',
    text: `A real person looks at every return, and we’ll email you within ${customerTerms.reply}. Please keep the items until then.`,
  },
  approved: {
    label: 'Approved',
    badge: 'info',
    text: `Please send the items back within ${String(customerTerms.sendBackDays)} days, well wrapped, and keep your proof of postage.`,
  },
  rejected: {
    label: 'Not accepted',
    badge: 'danger',
    text: `If you disagree, please contact us. ${returnRules.rights}`,
  },
  received: {
    label: 'Arrived',
    badge: 'info',
    text: `Your return has arrived. We’ll refund you within ${String(customerTerms.refundDays)} days and email you when the money is on its way.`,
  },
  refunded: {
    label: 'Refunded',
    badge: 'positive',
    text: 'The refund is on its way to the payment method you used.',
  },
}

const exchanged = (number: string): (typeof states)[ReturnState] => ({
  label: 'Exchanged',
  badge: 'positive',
  text: `Your replacement is order ${number}. What you sent back has paid for it.`,
})

/** The returns of an order with their present states; nothing where there are none. */
export function ReturnsOfOrder({ order }: { order: Order }) {
  const { data: returns = [] } = useAppQuery(orderReturnsQuery(order.id))
  if (returns.length === 0) return null
  return (
    <Panel gap=".6rem" padding="1.1rem" alignContent="start">
      <Heading level={3} look="h3">
        {returns.length === 1 ? 'Return' : 'Returns'}
      </Heading>
      <ul>
        {returns.map((sent) => (
          <Sent key={sent.id} sent={sent} order={order} />
        ))}
      </ul>
    </Panel>
  )
}

const Entry = chakra('li', {
  base: {
    display: 'grid',
    gap: '.4rem',
    paddingBlock: '.75rem',
    _notLast: { borderBottom: '1px solid {colors.line}' },
  },
})

function Sent({ sent, order }: { sent: OrderReturn; order: Order }) {
  const { business } = useSettings()
  const { label, badge, text } = sent.replacement === null ? states[sent.state] : exchanged(sent.replacement)
  return (
    <Entry>
      <Box display="flex" flexWrap="wrap" alignItems="center" gap=".3rem .75rem" role="status">
        <Badge status={badge}>{label}</Badge>
        <Text textStyle="small" color="muted">
          Asked on {orderDay(sent.askedAt)}
        </Text>
      </Box>
      {sent.lines.map(({ line, quantity, rejected, received }) => (
        <Text key={line}>
          {quantity} × {order.items[line]?.name ?? 'Item'}
          {rejected && ': cannot be accepted'}
          {!rejected && received !== null && `: ${String(received)} arrived`}
        </Text>
      ))}
      {sent.note && (
        <Text>
          {sent.state === 'rejected' ? 'What we found' : 'A note from us'}: {sent.note}
        </Text>
      )}
      <Text textStyle="small" color="muted">
        {text}
      </Text>
      {sent.state === 'approved' && (
        <Text>Send to: {[business.name, business.address].filter(Boolean).join(', ')}</Text>
      )}
    </Entry>
  )
}
