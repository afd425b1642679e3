import { BackendError, row, useAppMutation, useQueryClient } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { errorWords } from '../kit/error-words'
import { productListsKey } from '../products/list-products'
import { lowStockKey } from '../stock/low-stock'
import { stockRecordsKey } from '../stock/stock-record'
import { orderListsKey } from './list-orders'
import { orderHistoriesKey } from './order-history'
import { orderRecordsKey, type OrderRecord } from './order-record'

/** One status of an order and its new value. */
export type StatusChange = { payment_status: string } | { status: string }

const failed = 'Failed to update order status.'

const stale = [
  orderListsKey,
  orderRecordsKey,
  orderHistoriesKey,
  productListsKey,
  stockRecordsKey,
  lowStockKey,
  ['dashboard-stats'],
]

/** What to say when the database refuses a change; its words for too little stock are meant for shoppers. */
function failureWords(error: unknown): string {
  if (error instanceof BackendError && error.hint === 'insufficient_stock')
    return `${failed} There is not enough stock to take the items of this order again. ${error.message}`
  return errorWords(error, failed)
}

/** Sets a status of an order by hand, and says how it went. Lists and details are read again either way. */
export function useChangeOrder(order: OrderRecord) {
  const queries = useQueryClient()
  const toast = useToast()
  return useAppMutation({
    mutationFn: (db, change: StatusChange) =>
      row(
        db
          .from('orders')
          .update({ ...change, updated_at: new Date().toISOString() })
          .eq('id', order.id)
          .select('id')
          .single(),
      ),
    onSuccess: (_saved, change) => {
      const description =
        'status' in change
          ? `Order status updated to ${change.status}`
          : `Order payment status updated to ${change.payment_status}`
      toast({ title: 'Success', description, status: 'success' })
    },
    onError: (error) => {
      toast({ title: 'Error', description: failureWords(error), status: 'error' })
    },
    onSettled: () => Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
