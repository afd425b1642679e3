import { RequireSignIn, useAuth } from '@shop/auth'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import {
  Box,
  chakra,
  EmptyState,
  ErrorState,
  LinkButton,
  Loading,
  PageHeader,
  Skeleton,
  useToast,
  Wrap,
} from '@shop/ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ordersQuery, type Order } from './list-orders'
import { OrderActions, OrderFrame, OrderRow } from './order-row'
import { orderCount } from './order-messages'

const OrderDetails = lazy(() => import('./order-details'))

export function Component() {
  return (
    <RequireSignIn>
      <OrdersPage />
    </RequireSignIn>
  )
}

function OrdersPage() {
  const { user } = useAuth()
  const { data: orders, error, isFetching, refetch } = useAppQuery(user && ordersQuery(user.id))
  const toast = useToast()
  useEffect(() => {
    if (error)
      toast({
        title: 'Error',
        description: 'Failed to load orders. Please refresh the page.',
        status: 'error',
      })
  }, [error, toast])
  return (
    <Wrap paddingBottom="clamp(3rem, 7vw, 6rem)">
      <PageHead title="My Orders" description="Your orders." hidden />
      <PageHeader
        title="My Orders"
        aside={<span role="status">{orders ? orderCount(orders.length) : '\u00a0'}</span>}
      />
      {orders ? (
        <Orders orders={orders} />
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
    </Wrap>
  )
}

const List = chakra('ul', { base: { borderTop: '1px solid {colors.line}' } })

function Orders({ orders }: { orders: Order[] }) {
  const [shown, setShown] = useState<Order | null>(null)
  const [open, setOpen] = useState(false)
  if (orders.length === 0) {
    return (
      <EmptyState
        title="You have no orders yet."
        action={<LinkButton to="/products">Start Shopping</LinkButton>}
      />
    )
  }
  return (
    <>
      <List>
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            onDetails={() => {
              setShown(order)
              setOpen(true)
            }}
          />
        ))}
      </List>
      {shown && (
        <Suspense fallback={null}>
          <OrderDetails order={shown} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function OrdersLoading() {
  return (
    <Loading label="Loading orders">
      <List>
        {['first', 'second', 'third'].map((row) => (
          <OrderFrame key={row}>
            <Box display="grid" gap=".4rem">
              <Skeleton height="1.5rem" width="11rem" maxWidth="100%" />
              <Skeleton height="1.2rem" width="8rem" maxWidth="100%" />
            </Box>
            <Box display="grid" gap=".4rem">
              <Skeleton height="1.5rem" width="6rem" />
              <Skeleton height="1.2rem" width="3rem" />
            </Box>
            <Skeleton height="1.6rem" width="6rem" gridColumn={{ base: '1 / -1', lg: 'auto' }} />
            <OrderActions>
              <Skeleton height="48px" width="8.5rem" />
            </OrderActions>
          </OrderFrame>
        ))}
      </List>
    </Loading>
  )
}
