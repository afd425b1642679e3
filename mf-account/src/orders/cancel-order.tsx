import { BackendError, useAppMutation, useQueryClient } from '@shop/supabase'
import { Button, Dialog, HStack, Stack, Text, useToast } from '@shop/ui'
import type { Order } from './order'
import { cancelOrder } from './order-choices'

const refusals: Record<string, string> = {
  already_sent: 'Your parcel has left us meanwhile. Once it is with you, you can return what is in it.',
  provider_unknown: 'We have to refund this order by hand. Please write to us and we will cancel it for you.',
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
        description: 'We refund all you paid, and confirm it by email.',
        status: 'success',
      })
      onClose()
    },
    onError: (error) => {
      const hint = error instanceof BackendError ? error.hint : undefined
      toast({
        title: 'Your order was not cancelled',
        description: (hint && refusals[hint]) || 'Nothing has changed. Please try again.',
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
      description="It has not been sent, so nothing will come."
    >
      <Stack gap="1.25rem">
        <Text>
          {order.card
            ? 'What you paid goes back to your card and your gift card. '
            : 'All you paid goes back to the payment method you used. '}
          Banks take up to ten days to show it. A cancelled order cannot be brought back.
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
