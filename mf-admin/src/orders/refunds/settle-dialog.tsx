import { cleanText } from '@shop/settings'
import { formatPence } from '@shop/pricing'
import { useToast } from '@shop/ui'
import * as v from 'valibot'
import { ChipsField, TextareaField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { settleRefund, type Refund } from './order-refunds'
import { reasonLimit } from './refund-form'
import { useRefundMutation } from './use-refund-mutation'

const schema = v.pipe(
  v.object({
    settlement: v.picklist(['paid', 'given-up']),
    note: v.pipe(
      v.string(),
      v.transform(cleanText),
      v.maxLength(reasonLimit, `Use at most ${String(reasonLimit)} characters.`),
    ),
  }),
  v.forward(
    v.check(
      ({ settlement, note }) => settlement === 'given-up' || note !== '',
      'Say how the money was paid.',
    ),
    ['note'],
  ),
)

interface SettleDialogProps {
  refund: Refund
  currency: string
  onClose: () => void
}

/** Settles a failed refund without the provider: it was paid by other means, or is given up. */
export function SettleDialog({ refund, currency, onClose }: SettleDialogProps) {
  const toast = useToast()
  const settle = useRefundMutation(settleRefund)
  const form = useKitForm(schema, {
    defaultValues: { settlement: 'paid', note: '' },
    onSubmit: (values) => settle.mutateAsync({ id: refund.id, ...values }),
    onSaved: () => {
      toast({ title: 'Success', description: 'The refund is settled.', status: 'success' })
      onClose()
    },
    failure: 'Failed to settle the refund. Please try again.',
  })
  return (
    <FormDialog
      form={form}
      title={`Settle the refund of ${formatPence(refund.cardPence, currency)}`}
      description="Look at the payment provider first: what it has paid after all would be paid twice."
      submitLabel="Settle refund"
      onClose={onClose}
    >
      <ChipsField
        {...form.field('settlement')}
        label="What happened"
        choices={{ paid: 'Paid by other means', 'given-up': 'Give it up' }}
      />
      <TextareaField
        {...form.field('note')}
        label="Note"
        rows={2}
        maxLength={reasonLimit}
        hint="For staff: the day and reference of the bank transfer, or why the refund is given up. Its money is then left to refund again."
      />
    </FormDialog>
  )
}
