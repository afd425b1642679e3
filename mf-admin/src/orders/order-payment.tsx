import { formatPence } from '@shop/pricing'
import { Button, chakra, Text } from '@shop/ui'
import { inWords } from '../kit/in-words'
import { orderTime } from './order-dates'
import { Fact, Facts, Part } from './order-parts'
import type { OrderRecord } from './order-record'

/** Payments of the provider itself; the shop's own, such as simulated ones, have other ids. */
const isStripe = (paymentIntentId: string) => /^pi_(?!sim_)[A-Za-z0-9]+$/.test(paymentIntentId)

const ExternalLink = chakra('a', { base: { textDecoration: 'underline', textUnderlineOffset: '.2em' } })

/** How and when an order was paid, and what its payment is called at the provider. */
export function OrderPayment({ order }: { order: OrderRecord }) {
  const { paymentIntentId } = order
  return (
    <Part title="Payment">
      <Facts>
        <Fact name="Total">{formatPence(order.totalPence, order.currency)}</Fact>
        <Fact name="Method">{order.paymentMethod}</Fact>
        <Fact name="Status">{inWords(order.paymentStatus)}</Fact>
        <Fact name="Paid">{order.paidAt ? orderTime(order.paidAt) : 'Not yet'}</Fact>
        <Fact name="Session ID">{order.sessionId ?? 'None'}</Fact>
        <Fact name="Payment intent ID">{paymentIntentId ?? 'None'}</Fact>
      </Facts>
      {paymentIntentId !== null && isStripe(paymentIntentId) ? (
        <ExternalLink
          href={`https://dashboard.stripe.com/payments/${paymentIntentId}`}
          target="_blank"
          rel="noreferrer"
          justifySelf="start"
        >
          View dashboard
        </ExternalLink>
      ) : (
        <chakra.div display="flex" flexWrap="wrap" gap=".5rem .75rem" alignItems="center">
          <Button variant="quiet" disabled aria-describedby="no-dashboard">
            View dashboard
          </Button>
          <Text textStyle="micro" color="muted" id="no-dashboard">
            This payment does not appear in a provider’s dashboard.
          </Text>
        </chakra.div>
      )}
    </Part>
  )
}
