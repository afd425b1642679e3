import { cleanCode } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Badge, badgeStatus, chakra, Dialog, ErrorState, Loading, Skeleton, Text, TextLink } from '@shop/ui'
import { inWords } from '../kit/in-words'
import { usePrintLink } from './fulfilment/print-link'
import { orderShipmentsQuery } from './fulfilment/order-shipments'
import { Shipments } from './fulfilment/shipments'
import { useStaff } from '../frame/staff/use-staff'
import { Notes } from '../frame/notes/notes'
import { Edits } from './edits/edits'
import { CancelOrder, isCancellable } from './refunds/cancel-order'
import { Refunds } from './refunds/refunds'
import { OrderReturns } from './returns/order-returns'
import { EventLog } from './event-log'
import { orderTime } from './order-dates'
import { OrderItems } from './order-items'
import { Fact, Facts, Pair, Part } from './order-parts'
import { OrderPayment } from './order-payment'
import { orderRecordQuery, type OrderRecord } from './order-record'
import { fulfilmentLabel } from './order-statuses'
import { StatusOverride } from './status-override'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.25rem 2rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.45fr) minmax(0, 1fr)' },
  },
})

const EmailLink = chakra('a', { base: { textDecoration: 'underline', textUnderlineOffset: '.2em' } })
const Papers = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '.5rem 1.25rem' } })

interface OrderDetailsProps {
  /** As the URL has it, in letters of any size. */
  number: string
  onClose: () => void
}

/** The details of an order in a dialog, by its number. */
export function OrderDetails({ number, onClose }: OrderDetailsProps) {
  const wanted = cleanCode(number).toUpperCase()
  const isNumber = /^AM\d{8}-\d{4,}$/.test(wanted)
  const { data: order, error, isFetching, refetch } = useAppQuery(isNumber ? orderRecordQuery(wanted) : null)
  const isMissing = !isNumber || order === null
  return (
    <Dialog
      open
      placement={isMissing ? 'centre' : 'wide'}
      onClose={onClose}
      title={
        isMissing ? (
          'No such order'
        ) : (
          <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap=".4rem 1rem">
            {wanted}
            {order && (
              <>
                <Badge status={badgeStatus(order.paymentStatus)}>{inWords(order.paymentStatus)}</Badge>
                <Fulfilment order={order} />
              </>
            )}
          </chakra.span>
        )
      }
    >
      {isMissing ? (
        <Text overflowWrap="anywhere">
          There is no order {number.slice(0, 40)}. Please check the number, or search the list.
        </Text>
      ) : order ? (
        <Details order={order} />
      ) : error ? (
        <ErrorState
          title="The order could not be loaded"
          text="Nothing was changed. Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading order">
          <Columns>
            <Skeleton height="24rem" />
            <Skeleton height="24rem" />
          </Columns>
        </Loading>
      )}
    </Dialog>
  )
}

/** Whether some of an order is sent, and the rest is not. */
function useIsPartlySent({ id, status }: OrderRecord): boolean {
  const { data } = useAppQuery(isCancellable(status) ? orderShipmentsQuery(id) : null)
  return data?.some((shipment) => shipment.status !== 'processing') ?? false
}

function Fulfilment({ order }: { order: OrderRecord }) {
  const isPartlySent = useIsPartlySent(order)
  return (
    <Badge status={badgeStatus(order.status)}>
      {fulfilmentLabel({ status: order.status, isPartlySent })}
    </Badge>
  )
}

function Details({ order }: { order: OrderRecord }) {
  const { may } = useStaff()
  const print = usePrintLink()
  const isPartlySent = useIsPartlySent(order)
  const isSame = order.billingAddress.join('\n') === order.shippingAddress.join('\n')
  return (
    <Columns>
      <div>
        <OrderItems order={order} />
        <Part title="Addresses">
          <Pair>
            <Address title="Shipping address" lines={order.shippingAddress} />
            <Address
              title="Billing address"
              lines={isSame && order.billingAddress.length > 0 ? ['Same as shipping'] : order.billingAddress}
            />
          </Pair>
        </Part>
        <Part title="Shipments">
          <Shipments order={order} mayEdit />
        </Part>
        <Part title="Returns">
          <OrderReturns orderId={order.id} orderNumber={order.number} />
        </Part>
        <Part title="Refunds">
          <Refunds orderId={order.id} />
        </Part>
        <Part title="Notes">
          <Notes subject="order" id={order.id} />
        </Part>
        <Part title="Event Log">
          <EventLog orderId={order.id} />
        </Part>
      </div>
      {/* On a phone, what staff act on comes before what happened. */}
      <chakra.div order={{ base: -1, lg: 0 }}>
        <StatusOverride order={order} />
        <Part title="Print">
          <Papers>
            <TextLink {...print('packing', [order.number])}>Packing slip</TextLink>
            <TextLink {...print('invoice', [order.number])}>Invoice</TextLink>
          </Papers>
        </Part>
        {/* Above what loads later, which would move the button from under a press. */}
        {isCancellable(order.status) && !isPartlySent && (
          <Part title="Cancellation">
            <Text color="muted">Nothing has been sent yet, so this order can still be cancelled.</Text>
            <CancelOrder orderId={order.id} orderNumber={order.number} />
          </Part>
        )}
        <Part title="Edits">
          <Edits orderId={order.id} />
        </Part>
        <Part title="Customer">
          <Facts>
            <Fact name="Email">
              {order.email === null ? (
                'Guest'
              ) : (
                <EmailLink href={`mailto:${order.email}`}>{order.email}</EmailLink>
              )}
            </Fact>
            {order.customerId !== null && may('customers') && (
              <Fact name="Account">
                <TextLink to={`/admin/customers?customer=${order.customerId}`}>Open the customer</TextLink>
              </Fact>
            )}
            {order.phone && <Fact name="Phone">{order.phone}</Fact>}
            <Fact name="User ID">{order.userId ?? 'Guest'}</Fact>
            <Fact name="Ordered">{orderTime(order.createdAt)}</Fact>
            <Fact name="Updated">{orderTime(order.updatedAt)}</Fact>
          </Facts>
        </Part>
        <OrderPayment order={order} />
      </chakra.div>
    </Columns>
  )
}

function Address({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <Text fontWeight={520}>{title}</Text>
      <chakra.address fontStyle="normal" color="muted" overflowWrap="anywhere">
        {lines.length === 0 ? 'Not given' : lines.map((line, index) => <Text key={index}>{line}</Text>)}
      </chakra.address>
    </div>
  )
}
