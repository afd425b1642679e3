import { Box, chakra, Loading, Skeleton } from '@shop/ui'
import { OrderActions, OrderFrame } from './order-row'

/** Rows of the list's size, until it comes. */
export function OrdersLoading() {
  return (
    <Loading label="Loading orders">
      <chakra.ul borderTop="1px solid {colors.line}">
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
      </chakra.ul>
    </Loading>
  )
}
