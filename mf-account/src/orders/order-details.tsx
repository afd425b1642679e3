import { arrivalText } from '@shop/pricing'
import { Badge, badgeStatus, Box, chakra, Dialog, Grid, Heading, Panel, Text } from '@shop/ui'
import { customerTerms } from '@shop/settings/customer-terms'
import type { ReactNode } from 'react'
import type { Order } from './order'
import { OrderSteps } from './order-steps'
import { OrderLines, OrderRows } from './order-summary'
import { OrderTracking } from './order-tracking'
import { ReturnsOfOrder } from './returns-of-order'
import { statusLabel } from '../status/status-label'
import { orderDay, paymentLabel } from './order-messages'

const Cards = chakra('div', {
  base: {
    display: 'grid',
    gap: '1rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(var(--cards), minmax(0, 1fr))' },
  },
})

const awaited = ['pending', 'processing', 'shipped']

/** The details of an order, for its buyer. */
export function OrderDetails({ order, open, onClose }: { order: Order; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      placement="wide"
      open={open}
      onClose={onClose}
      title={`Order ${order.number}`}
      description={`Placed on ${orderDay(order.createdAt)}`}
    >
      <Grid gap="1.5rem">
        <OrderSteps order={order} />
        <Cards css={{ '--cards': '3' }}>
          <Card title="Status">
            <Badge justifySelf="start" status={badgeStatus(order.status)}>
              {statusLabel(order.status)}
            </Badge>
            {order.arrival && awaited.includes(order.status) && (
              <Text>
                {order.shippingMethod}, arrives {arrivalText(order.arrival)}
              </Text>
            )}
          </Card>
          <Card title="Payment">
            <Badge justifySelf="start" status={badgeStatus(order.paymentStatus)}>
              {paymentLabel(order.paymentStatus)}
            </Badge>
            {order.paymentStatus === 'refunded' && (
              <Text textStyle="small" color="muted">
                {order.refundedPence === order.totalPence
                  ? 'Your refund is on its way to the payment method you used. Your bank may take up to ten days to show it.'
                  : `We’ll refund you to the payment method you used. If it hasn’t arrived within ${String(customerTerms.refundDays)} days, please contact us.`}
              </Text>
            )}
          </Card>
          <Card title="Customer email">
            <Text overflowWrap="anywhere">{order.email ?? 'Not given'}</Text>
          </Card>
        </Cards>
        <Box>
          <Heading level={3}>Items</Heading>
          <OrderLines order={order} />
          <chakra.dl display="grid" gap=".4rem" paddingTop="1rem">
            <OrderRows order={order} />
          </chakra.dl>
        </Box>
        <ReturnsOfOrder order={order} />
        <Card title="Tracking">
          <OrderTracking order={order} />
        </Card>
        <Cards css={{ '--cards': '2' }}>
          <Card title="Shipping address">
            <Address lines={order.shippingAddress} />
          </Card>
          <Card title="Billing address">
            <Address lines={order.billingAddress} />
          </Card>
        </Cards>
        <Card title="Payment information">
          <chakra.dl display="grid" gap=".4rem" overflowWrap="anywhere">
            <Fact name="Method" value={order.paymentMethod} />
            {order.paidAt && <Fact name="Paid on" value={orderDay(order.paidAt)} />}
            <Fact name="Session ID" value={order.checkoutSessionId ?? 'None'} />
            <Fact name="Payment intent ID" value={order.paymentIntentId ?? 'None'} />
          </chakra.dl>
        </Card>
      </Grid>
    </Dialog>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel gap=".6rem" padding="1.1rem" alignContent="start">
      <Heading level={3} look="h3">
        {title}
      </Heading>
      {children}
    </Panel>
  )
}

function Address({ lines }: { lines: string[] }) {
  if (lines.length === 0) return <Text color="muted">Not given</Text>
  return (
    <chakra.address fontStyle="normal" overflowWrap="anywhere">
      {lines.map((line, index) => (
        <Text key={index}>{line}</Text>
      ))}
    </chakra.address>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '11rem minmax(0, 1fr)' }}
      gap="0 1rem"
    >
      <chakra.dt color="muted">{name}</chakra.dt>
      <dd>{value}</dd>
    </Box>
  )
}
