import { formatPence } from '@shop/pricing'
import { Box, Button, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { errorWords } from '../../kit/error-words'
import { useCopy } from '../../kit/use-copy'
import { orderTime } from '../order-dates'
import { useRefundMutation } from '../refunds/use-refund-mutation'
import { withdrawExchange } from './exchanges'
import type { OfficeReturn } from './office-returns'

interface WaitingExchangeProps {
  sent: OfficeReturn
  payment: NonNullable<OfficeReturn['waiting']>
}

/** An exchange that costs the customer more and waits for the payment: copy its link, or withdraw it. */
export function WaitingExchange({ sent, payment }: WaitingExchangeProps) {
  const toast = useToast()
  const [isAsked, setIsAsked] = useState(false)
  const [, copy] = useCopy('The link is in the clipboard.')
  const withdraw = useRefundMutation(withdrawExchange)
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" gap=".5rem .75rem">
      <Text textStyle="small" color="muted">
        {`The exchange waits for ${formatPence(payment.due)}, until ${orderTime(payment.expires_at)}.`}
      </Text>
      <Button
        variant="quiet"
        aria-label={`Copy link: exchange for ${sent.orderNumber}`}
        onClick={() => void copy(`${location.origin}/checkout/link?session=${payment.link}`)}
      >
        Copy Link
      </Button>
      <Button
        variant="quiet"
        aria-label={`Withdraw: exchange for ${sent.orderNumber}`}
        onClick={() => setIsAsked(true)}
      >
        Withdraw
      </Button>
      <ConfirmDialog
        open={isAsked}
        title="Withdraw this exchange?"
        confirmLabel="Withdraw"
        busy={withdraw.isPending}
        onConfirm={() =>
          withdraw.mutate(sent.id, {
            onSuccess: () =>
              toast({ title: 'Success', description: 'The exchange is withdrawn.', status: 'success' }),
            onError: (error) =>
              toast({
                title: 'Error',
                description: errorWords(error, 'Nothing was changed.'),
                status: 'error',
              }),
            onSettled: () => setIsAsked(false),
          })
        }
        onClose={() => setIsAsked(false)}
      >
        The link stops working, what was held is for sale again, and what came back can be refunded or
        exchanged for something else.
      </ConfirmDialog>
    </Box>
  )
}
