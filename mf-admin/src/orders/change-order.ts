import { BackendError, row, useAppMutation } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { errorWords } from '../kit/error-words'
import { useUndoToast } from '../kit/undo-toast'
import { useRefresh } from '../frame/staff/use-refresh'
import type { OrderChange } from './order-change'
import type { OrderRecord } from './order-record'

const failed = 'Failed to update order status.'
/** The email of a change waits 30 seconds; the offer to undo it ends a little earlier. In milliseconds. */
const undoMs = 28_000

/** What to say when the database rejects a change; its words for too little stock are meant for shoppers. */
function failureWords(error: unknown, message: string): string {
  if (error instanceof BackendError && error.hint === 'insufficient_stock')
    return `${message} There is not enough stock to take the items of this order again. ${error.message}`
  return errorWords(error, message)
}

/** Takes back the change that made these statuses of an order, and says how it went. */
function useUndoChange(orderId: string) {
  const refresh = useRefresh()
  const toast = useToast()
  return useAppMutation({
    scope: { id: `order:${orderId}` },
    mutationFn: (db, made: Required<OrderChange>) =>
      row(
        db.rpc('undo_order_change', {
          p_order: orderId,
          p_status: made.status,
          p_payment_status: made.payment_status,
        }),
      ),
    onSuccess: () => {
      toast({ title: 'Undone', description: 'The order is as it was before.', status: 'success' })
    },
    onError: (error) => {
      toast({
        title: 'Not undone',
        description: failureWords(error, 'Failed to undo the change.'),
        status: 'error',
      })
    },
    onSettled: () => refresh('orders', 'stock'),
  })
}

/** Sets the statuses of an order by hand, and says how it went, with "Undo". Lists and details are read again either way. */
export function useChangeOrder(order: OrderRecord) {
  const refresh = useRefresh()
  const toast = useToast()
  const undoToast = useUndoToast()
  const undo = useUndoChange(order.id)
  return useAppMutation({
    // One after the other: what was chosen last is what stays.
    scope: { id: `order:${order.id}` },
    mutationFn: (db, change: OrderChange) =>
      row(
        db
          .from('orders')
          .update({ ...change, updated_at: new Date().toISOString() })
          .eq('id', order.id)
          .select('id')
          .single(),
      ),
    onSuccess: (_saved, { payment_status: payment, status }) => {
      undoToast({
        title: 'Success',
        description: [
          payment !== undefined && `Order payment status updated to ${payment}`,
          status !== undefined && `Order status updated to ${status}`,
        ]
          .filter(Boolean)
          .join('. '),
        forMs: undoMs,
        onUndo: () =>
          undo.mutate({ status: status ?? order.status, payment_status: payment ?? order.paymentStatus }),
      })
    },
    onError: (error) => {
      toast({ title: 'Error', description: failureWords(error, failed), status: 'error' })
    },
    // It counts as pending until the details are read again, so that the select does not fall back to the old value meanwhile.
    onSettled: () => refresh('orders', 'stock'),
  })
}
