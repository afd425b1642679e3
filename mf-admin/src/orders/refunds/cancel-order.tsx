import { Button, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { requiredText } from '../../kit/field-rules'
import { SwitchField, TextareaField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useStaff } from '../../frame/staff/use-staff'
import { cancelOrder } from './order-refunds'
import { reasonLimit } from './refund-form'
import { useRefundMutation } from './use-refund-mutation'

interface CancelOrderProps {
  orderId: string
  orderNumber: string
}

/** Whether an order of this status has not been sent: then it can be cancelled. */
export const isCancellable = (status: string): boolean => status === 'pending' || status === 'processing'

/** The button that cancels an order before it is sent, with a reason and a refund. */
export function CancelOrder({ orderId, orderNumber }: CancelOrderProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" justifySelf="start" onClick={() => setIsOpen(true)}>
        Cancel order…
      </Button>
      {isOpen && (
        <CancelDialog orderId={orderId} orderNumber={orderNumber} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

const schema = v.object({
  reason: requiredText('Say why: the customer reads it.', reasonLimit),
  refund: v.boolean(),
})

function CancelDialog({ orderId, orderNumber, onClose }: CancelOrderProps & { onClose: () => void }) {
  const toast = useToast()
  const mayRefund = useStaff().may('refunds')
  const cancel = useRefundMutation(cancelOrder)
  const form = useKitForm(schema, {
    defaultValues: { reason: '', refund: mayRefund },
    onSubmit: (values) => cancel.mutateAsync({ orderId, ...values }),
    onSaved: () => {
      toast({ title: 'Success', description: 'The order has been cancelled.', status: 'success' })
      onClose()
    },
    failure: 'Failed to cancel the order. Please try again.',
  })
  return (
    <FormDialog
      form={form}
      title={`Cancel ${orderNumber}`}
      description="Its pieces go back into stock, and the customer gets an email with the reason."
      submitLabel="Cancel order"
      cancelLabel="Keep order"
      onClose={onClose}
    >
      <TextareaField {...form.field('reason')} label="Reason" required rows={3} maxLength={reasonLimit} />
      {mayRefund ? (
        <SwitchField
          {...form.field('refund')}
          label="Refund what was paid"
          hint="To the payment method the customer used."
        />
      ) : (
        <Text color="muted">Your role moves no money. A colleague can refund the order afterwards.</Text>
      )}
    </FormDialog>
  )
}
