import { BackendError, row, useAppMutation } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { errorWords } from '../kit/error-words'
import { useRefresh } from '../staff/use-refresh'
import type { OrderRecord } from './order-record'

/** A status of an order and its new value. */
interface StatusChange {
  payment_status?: string
  status?: string
}

const failed = 'Failed to update order status.'

/** What to say when the database refuses a change; its words for too little stock are meant for shoppers. */
function failureWords(error: unknown): string {
  if (error instanceof BackendError && error.hint === 'insufficient_stock')
    return `${failed} There is not enough stock to take the items of this order again. ${error.message}`
  return errorWords(error, failed)
}

/** Sets a status of an order by hand, and says how it went. Lists and details are read again either way. */
export function useChangeOrder(order: OrderRecord) {
  const refresh = useRefresh()
  const toast = useToast()
  return useAppMutation({
    // One after the other: what was chosen last is what stays.
    scope: { id: `order:${order.id}` },
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
        change.payment_status === undefined
          ? `Order status updated to ${change.status ?? order.status}`
          : `Order payment status updated to ${change.payment_status}`
      toast({ title: 'Success', description, status: 'success' })
    },
    onError: (error) => {
      toast({ title: 'Error', description: failureWords(error), status: 'error' })
    },
    // It counts as pending until the details are read again, so that the select does not fall back to the old value meanwhile.
    onSettled: () => refresh('orders', 'stock'),
  })
}
