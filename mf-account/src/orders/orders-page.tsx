import { RequireSignIn, useAuth } from '@shop/auth'
import { useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import {
  Button,
  chakra,
  Dialog,
  EmptyState,
  ErrorState,
  LinkButton,
  PageHeader,
  useToast,
  Wrap,
  onDemand,
} from '@shop/ui'
import { useEffect, useState } from 'react'
import { orderCountQuery, orderQuery, ordersPageQuery, type Place } from './list-orders'
import { orderCount } from './order-messages'
import { OrderRow } from './order-row'
import { OrdersLoading } from './orders-loading'
import { followMs, useLiveOrders } from './use-live-orders'

const OrderDetails = onDemand(async () => {
  void Dialog.preload()
  return (await import('./order-details')).OrderDetails
}, 'The order')

export function Component() {
  return (
    <RequireSignIn>
      <OrdersPage />
    </RequireSignIn>
  )
}

function OrdersPage() {
  const { user } = useAuth()
  useLiveOrders()
  if (!user) return null
  return (
    <Wrap paddingBottom="clamp(3rem, 7vw, 6rem)">
      <PageHead title="My Orders" description="Your orders." noindex />
      <Orders userId={user.id} />
    </Wrap>
  )
}

const List = chakra('ul', { base: { borderTop: '1px solid {colors.line}' } })

function Orders({ userId }: { userId: string }) {
  const {
    data: first,
    error,
    isFetching,
    refetch,
  } = useAppQuery(ordersPageQuery(userId, null), { everyMs: followMs })
  const { data: counted } = useAppQuery(orderCountQuery(userId))
  const [params, setParams] = useSearchParams()
  const toast = useToast()
  useEffect(() => {
    if (error)
      toast({
        title: 'Error',
        description: 'Failed to load orders. Please refresh the page.',
        status: 'error',
      })
  }, [error, toast])
  // A page that is the last says by itself how many there are.
  const count = first && (first.next ? counted : first.orders.length)
  const show = (number: string | null) => {
    setParams(number === null ? {} : { order: number }, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <PageHeader
        title="My Orders"
        aside={<span role="status">{typeof count === 'number' ? orderCount(count) : '\u00a0'}</span>}
      />
      {first ? (
        first.orders.length === 0 ? (
          <EmptyState
            title="You have no orders yet."
            action={<LinkButton to="/products">Start Shopping</LinkButton>}
          />
        ) : (
          <List>
            <OrdersOfPage userId={userId} after={null} onDetails={show} />
          </List>
        )
      ) : error ? (
        <ErrorState
          title="Your orders could not be loaded"
          text="They are safe. Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <OrdersLoading />
      )}
      <ShownOrder userId={userId} number={params.get('order')} onClose={() => show(null)} />
    </>
  )
}

interface OrdersOfPageProps {
  userId: string
  after: Place | null
  onDetails: (number: string) => void
}

/** A page of orders, and below it the next once it is wanted. */
function OrdersOfPage({ userId, after, onDetails }: OrdersOfPageProps) {
  const { data, error, isFetching, refetch } = useAppQuery(ordersPageQuery(userId, after))
  const [isMore, setIsMore] = useState(false)
  if (!data) {
    return (
      <li>
        {error ? (
          <ErrorState
            title="The next orders could not be loaded"
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <OrdersLoading />
        )}
      </li>
    )
  }
  return (
    <>
      {data.orders.map((order) => (
        <OrderRow key={order.id} order={order} onDetails={() => onDetails(order.number)} />
      ))}
      {data.next && isMore && <OrdersOfPage userId={userId} after={data.next} onDetails={onDetails} />}
      {data.next && !isMore && (
        <chakra.li display="grid" justifyItems="center" paddingBlock="2rem">
          <Button variant="quiet" onClick={() => setIsMore(true)}>
            Show more orders
          </Button>
        </chakra.li>
      )}
    </>
  )
}

interface ShownOrderProps {
  userId: string
  number: string | null
  onClose: () => void
}

/** The details of the order in the address, which stay while the dialog closes. */
function ShownOrder({ userId, number, onClose }: ShownOrderProps) {
  const [last, setLast] = useState(number)
  if (number !== null && number !== last) setLast(number)
  const { data: order, error } = useAppQuery(last === null ? null : orderQuery(userId, last))
  const toast = useToast()
  const isOpen = number !== null
  const isMissing = isOpen && (order === null || (error !== null && !order))
  useEffect(() => {
    if (isMissing)
      toast({ title: 'Error', description: 'This order could not be found or loaded.', status: 'error' })
  }, [isMissing, toast])
  if (!order) return null
  return <OrderDetails order={order} open={isOpen} onClose={onClose} />
}
