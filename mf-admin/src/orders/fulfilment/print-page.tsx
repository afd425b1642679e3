import { useLocation, useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import {
  Box,
  Button,
  EmptyState,
  ErrorState,
  Icon,
  LinkButton,
  Loading,
  PageHeader,
  Panel,
  RadioCardGroup,
  RadioChip,
  Skeleton,
  Text,
} from '@shop/ui'
import { Fragment } from 'react'
import Printer from 'lucide-react/icons/printer'
import { OnScreen, Papers, usePrintPage } from '@shop/forms/print'
import { Invoice } from './invoice'
import { PackingSlip } from './packing-slip'
import { useOrdersPath } from './print-link'
import { remainingQuery } from './order-shipments'
import { parseOrderNumbers, printedOrdersQuery, slipsOf } from './printed-orders'

/** Packing slips or invoices of the orders in `?orders=`, a page each. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const ordersPath = useOrdersPath()
  const { business } = useSettings()
  const { state } = useLocation()
  const paper = params.get('paper') === 'invoice' ? 'invoice' : 'packing'
  const numbers = parseOrderNumbers(params.get('orders') ?? '')
  const {
    data: orders,
    error,
    isFetching,
    refetch,
  } = useAppQuery(numbers.length > 0 ? printedOrdersQuery(numbers) : null)
  const inParcels = (orders ?? []).filter(({ parcels }) => parcels.length > 0).map(({ id }) => id)
  const remaining = useAppQuery(inParcels.length > 0 ? remainingQuery(inParcels) : null)
  const isReady = orders !== undefined && (inParcels.length === 0 || remaining.data !== undefined)
  usePrintPage('14mm 16mm')
  const missing = orders ? numbers.filter((number) => !orders.some((order) => order.number === number)) : []
  const title = paper === 'invoice' ? 'Invoices' : 'Packing slips'
  return (
    <>
      <OnScreen>
        <PageHead title={title} description="Restricted access only" noindex />
        <PageHeader
          title={title}
          text="A page of A4 for each order or parcel."
          aside={
            <LinkButton variant="quiet" to={ordersPath}>
              Back to the orders
            </LinkButton>
          }
        />
        <Box display="flex" flexWrap="wrap" alignItems="end" gap="1.1rem" marginBottom="1.5rem">
          <RadioCardGroup
            label="What to print"
            value={paper}
            onChange={(value) => {
              setParams(
                (now) => {
                  now.set('paper', value)
                  return now
                },
                { replace: true, state },
              )
            }}
          >
            <Box display="flex" flexWrap="wrap" gap=".6rem">
              <RadioChip value="packing" label="Packing slips" />
              <RadioChip value="invoice" label="Invoices" />
            </Box>
          </RadioCardGroup>
          {/* The choice ends with room for an error. */}
          <Button
            marginBottom=".6rem"
            disabled={!isReady || orders.length === 0}
            onClick={() => window.print()}
          >
            <Icon as={Printer} size="s" />
            Print
          </Button>
        </Box>
        {missing.length > 0 && (
          <Text role="alert" color="danger" marginBottom="1.1rem">
            There is no order {missing.join(', ')}.
          </Text>
        )}
      </OnScreen>
      {(error && !orders) || (remaining.error && !isReady) ? (
        <Panel>
          <ErrorState
            title="The orders could not be loaded"
            text="Please try again."
            retrying={isFetching || remaining.isFetching}
            onRetry={() => void (orders ? remaining.refetch() : refetch())}
          />
        </Panel>
      ) : isReady ? (
        <Papers>
          {orders.map((order) =>
            paper === 'invoice' ? (
              <Invoice key={order.number} order={order} business={business} />
            ) : (
              <Fragment key={order.number}>
                {slipsOf(
                  order,
                  remaining.data?.filter(({ orderId }) => orderId === order.id) ?? [],
                  params.get('shipment'),
                ).map((slip, place) => (
                  <PackingSlip key={place} order={order} slip={slip} />
                ))}
              </Fragment>
            ),
          )}
        </Papers>
      ) : numbers.length > 0 ? (
        <Loading label="Loading orders">
          <Skeleton height="20rem" />
        </Loading>
      ) : (
        <Panel>
          <EmptyState title="No orders chosen" text="Choose orders in the list, then print from there." />
        </Panel>
      )}
    </>
  )
}
