import { BackendError, useAppMutation, useQueryClient } from '@shop/supabase'
import { Button, Dialog, HStack, Stack, Text, useToast } from '@shop/ui'
import type { Order } from './order'
import { cancelOrder } from './order-choices'

const rejections: Record<string, string> = {
  already_sent: 'Your parcel has already been sent. Once it arrives, you can return what’s in it.',
  already_refunded: 'This order has already been refunded, so there is nothing left to cancel.',
  provider_unknown: 'We need to refund this order by hand. Please contact us and we’ll cancel it for you.',
}

interface CancelOrderProps {
  order: Order
  open: boolean
  onClose: () => void
}

/** Asks once more, then cancels. */
export function CancelOrder({ order, open, onClose }: CancelOrderProps) {
  const toast = useToast()
  const queries = useQueryClient()
  const cancel = useAppMutation<void>({
    mutationFn: (db) => cancelOrder(db, order.id),
    onSuccess: () => {
      toast({
        title: 'Order cancelled',
        description: 'We’ll refund everything you paid, and confirm it by email.',
        status: 'success',
      })
      onClose()
    },
    onError: (error) => {
      const hint = error instanceof BackendError ? error.hint : undefined
      toast({
        title: 'Your order was not cancelled',
        description: (hint && rejections[hint]) || 'Nothing has changed. Please try again.',
        status: 'error',
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Cancel order ${order.number}?`}
      description="It hasn’t been sent, so nothing will arrive."
    >
      <Stack gap="1.25rem">
        <Text>
          {order.card
            ? 'We’ll refund what you paid to your card and your gift card. '
            : 'We’ll refund everything to the payment method you used. '}
          Your bank may take up to ten days to show it. A cancelled order can’t be restored.
        </Text>
        <HStack gap=".75rem" flexWrap="wrap">
          <Button
            variant="danger"
            busy={cancel.isPending}
            busyLabel="Cancelling..."
            onClick={() => cancel.mutate()}
          >
            Cancel order
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep order
          </Button>
        </HStack>
      </Stack>
    </Dialog>
  )
}
