import { counted } from '@shop/pricing'
import { Button, LinkButton, onDemand } from '@shop/ui'
import { useState } from 'react'
import { OrderExport } from './export/order-export'
import { usePrintLink } from './fulfilment/print-link'
import { maxPrinted } from './fulfilment/printed-orders'
import { BulkBar } from '../kit/bulk-bar'
import { countOf } from '../kit/list-page'
import { ListScreen } from '../frame/list-screen/list-screen'
import { orderListQuery, orderListsKey, orderPageSize, type OrderPage } from './list-orders'
import { orderColumns } from './order-columns'
import { orderHistoriesKey } from './order-history'
import { orderFilters, orderListParams } from './order-list-state'
import { orderRecordsKey } from './order-record'

const OrderDetails = onDemand(async () => (await import('./order-details')).OrderDetails, 'The order')

const SendDialog = onDemand(async () => (await import('./fulfilment/send-dialog')).SendDialog, 'The dialog')

const failure = 'Failed to load orders. Please try again.'
const live = { tables: ['orders'], keys: [orderListsKey, orderRecordsKey, orderHistoriesKey] }

/** "27 orders", and how far the list goes where it does not have them all. */
function countWords(page: OrderPage | undefined): string {
  if (!page?.exact) return countOf(page, 'order')
  const all = counted(page.total, 'order')
  if (page.within !== null) return `${all} among the newest ${page.within.toLocaleString('en-GB')}`
  const listed = page.pages * orderPageSize
  return page.total > listed ? `${all}, the first ${listed.toLocaleString('en-GB')} are listed` : all
}

/** All orders, newest first: search, filters, and the details of one of them. */
export function Component() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set())
  return (
    <ListScreen
      title="Order Management"
      documentTitle="Orders"
      label="Orders"
      params={orderListParams}
      query={({ filter, state }) => orderListQuery(filter, state.sort, state.page)}
      text={({ data }) => countWords(data)}
      columns={orderColumns}
      rowId={({ number }) => number}
      search={{ label: 'Search by number, name, email or postcode', chip: 'Search' }}
      filters={({ data, state }) => orderFilters(data?.countries ?? [], state.country)}
      views="orders"
      aside={({ filter, data }) => (
        <>
          <LinkButton variant="quiet" to="/admin/orders/sent" minWidth="8rem">
            Mark as sent
          </LinkButton>
          <OrderExport filter={filter} isCut={data?.exact === false} />
        </>
      )}
      empty={{ title: 'No orders found', text: 'Orders are listed here as soon as they are paid.' }}
      emptyFiltered={{
        title: 'No orders found',
        text: 'Adjust the search or the filters to see more.',
      }}
      failure={failure}
      failureToast={failure}
      details={{
        param: 'order',
        render: (number, close) => <OrderDetails number={number} onClose={close} />,
      }}
      selection={() => ({
        rowName: ({ number }) => number,
        selection: selected,
        onSelection: setSelected,
        bulkActions: selected.size > 0 && <SelectedOrders selected={selected} onSelect={setSelected} />,
      })}
      live={live}
    />
  )
}

interface SelectedOrdersProps {
  selected: ReadonlySet<string>
  onSelect: (numbers: ReadonlySet<string>) => void
}

/** What is done with the selected orders, which may be on several pages of the list. */
function SelectedOrders({ selected, onSelect }: SelectedOrdersProps) {
  const [sending, setSending] = useState<readonly string[] | null>(null)
  const print = usePrintLink()
  const numbers = [...selected].slice(0, maxPrinted)
  return (
    <BulkBar count={selected.size} onClear={() => onSelect(new Set())}>
      <Button variant="quiet" onClick={() => setSending(numbers)}>
        Mark as sent
      </Button>
      <LinkButton variant="quiet" {...print('packing', numbers)}>
        Packing slips
      </LinkButton>
      <LinkButton variant="quiet" {...print('invoice', numbers)}>
        Invoices
      </LinkButton>
      {selected.size > maxPrinted && <span>The first {maxPrinted} are taken.</span>}
      {sending && (
        <SendDialog
          numbers={sending}
          onClose={() => setSending(null)}
          onSent={(sent) => onSelect(new Set([...selected].filter((number) => !sent.includes(number))))}
        />
      )}
    </BulkBar>
  )
}
