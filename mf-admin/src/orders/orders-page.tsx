import { useNavigate, useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { EmptyState, Grid, HStack, LinkButton, PageHeader, onDemand } from '@shop/ui'
import { useMemo, useState } from 'react'
import { maxPrinted, printPath } from '../fulfilment/printed-orders'
import { BulkBar } from '../kit/bulk-bar'
import { DataTable } from '../kit/data-table'
import { Pager } from '../kit/pager'
import { useUrlState } from '../kit/url-state'
import { useErrorToast } from '../kit/use-error-toast'
import { useSearchKey } from '../products/use-search-key'
import { useLive } from '../staff/use-live'
import { ViewMenu } from '../views/view-menu'
import { orderListQuery, orderListsKey, type OrderPage } from './list-orders'
import { orderColumns } from './order-columns'
import { OrderFilters } from './order-filters'
import { useOrderLinks } from './order-links'
import { filterOf, orderListParams } from './order-list-state'
import { orderHistoriesKey } from './order-history'
import { orderRecordsKey } from './order-record'

const OrderDetails = onDemand(async () => (await import('./order-details')).OrderDetails, 'The order')

const failed = 'Failed to load orders. Please try again.'

/** "27 orders", "More than 1,000 orders", "3 orders among the newest 20,000". */
function countOf({ total, isExact, within }: OrderPage): string {
  const count = total.toLocaleString('en-GB')
  const orders = total === 1 ? '1 order' : `${count} orders`
  if (!isExact) return `More than ${count} orders`
  return within === null ? orders : `${orders} among the newest ${within.toLocaleString('en-GB')}`
}

/** All orders, newest first: search, filters, and the details of one of them. */
export function Component() {
  const [state, change] = useUrlState(orderListParams)
  const filter = useMemo(() => filterOf(state), [state])
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set())
  const list = useAppQuery(orderListQuery(filter, state.page), { keepPrevious: true })
  const links = useOrderLinks()
  const navigate = useNavigate()
  useSearchKey()
  useLive(['orders'], [orderListsKey, orderRecordsKey, orderHistoriesKey])
  useErrorToast(list.error, failed)
  const page = list.data
  const columns = useMemo(() => orderColumns(links.details), [links])
  const isFiltered = Object.keys(filter).length > 0

  return (
    <>
      <PageHead title="Orders" description="Restricted access only" noindex />
      <PageHeader
        title="Order Management"
        text={page ? countOf(page) : 'Loading'}
        aside={
          <HStack flexWrap="wrap" justifyContent="flex-end" gap=".6rem">
            <ViewMenu screen="orders" params={orderListParams} />
            <LinkButton variant="quiet" to="/admin/orders/sent" minWidth="8rem">
              Mark as sent
            </LinkButton>
          </HStack>
        }
      />
      <Grid gap="1.1rem">
        <OrderFilters state={state} change={change} countries={page?.countries ?? []} />
        <DataTable
          label="Orders"
          columns={columns}
          rows={page?.rows}
          rowId={({ number }) => number}
          rowName={({ number }) => number}
          selection={selected}
          onSelection={setSelected}
          bulkActions={
            selected.size > 0 && <PrintSelected selected={selected} onClear={() => setSelected(new Set())} />
          }
          isStale={list.isPlaceholderData}
          // A list that is shown already stays when reading it again fails.
          error={!page && list.error ? failed : null}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
          onEdit={({ number }) => void navigate(links.details(number), { preventScrollReset: true })}
          emptyState={
            <EmptyState
              level={2}
              title="No orders found"
              text={
                isFiltered
                  ? 'Adjust the search or the filters to see more.'
                  : 'Orders are listed here as soon as they are paid.'
              }
            />
          }
        />
        {page && <Pager page={page.page} pages={page.pages} />}
      </Grid>
      <OpenOrder />
    </>
  )
}

/** Papers of the selected orders, which may be on several pages of the list. */
function PrintSelected({ selected, onClear }: { selected: ReadonlySet<string>; onClear: () => void }) {
  const numbers = [...selected].slice(0, maxPrinted)
  return (
    <BulkBar count={selected.size} onClear={onClear}>
      <LinkButton variant="quiet" to={printPath('packing', numbers)}>
        Packing slips
      </LinkButton>
      <LinkButton variant="quiet" to={printPath('invoice', numbers)}>
        Invoices
      </LinkButton>
      {selected.size > maxPrinted && <span>The first {maxPrinted} are printed.</span>}
    </BulkBar>
  )
}

/** The details of the order that the URL names. */
function OpenOrder() {
  const number = useSearchParams()[0].get('order')
  const links = useOrderLinks()
  const navigate = useNavigate()
  if (number === null) return null
  return (
    <OrderDetails
      key={number}
      number={number}
      onClose={() => void navigate(links.list, { preventScrollReset: true })}
    />
  )
}
