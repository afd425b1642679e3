import { cleanText } from '@shop/settings'
import { useToast } from '@shop/ui'
import * as v from 'valibot'
import { SwitchField, TextareaField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useRefundMutation } from '../refunds/use-refund-mutation'
import { decideReturn, deliveryOf, type OfficeReturn } from './office-returns'
import { ReturnLines } from './return-lines'

const schema = v.pipe(
  v.object({
    approved: v.array(v.boolean()),
    note: v.pipe(v.string(), v.transform(cleanText), v.maxLength(1000, 'Use at most 1000 characters.')),
  }),
  v.forward(
    v.check(
      ({ approved, note }) => approved.every(Boolean) || note !== '',
      'Say why it is rejected: the customer reads it.',
    ),
    ['note'],
  ),
)

/** Approves or rejects each line of a return. */
export function DecideDialog({ sent, onClose }: { sent: OfficeReturn; onClose: () => void }) {
  const toast = useToast()
  const decide = useRefundMutation(decideReturn)
  const form = useKitForm(schema, {
    defaultValues: { approved: sent.lines.map(() => true), note: '' },
    onSubmit: ({ approved, note }) =>
      decide.mutateAsync({
        id: sent.id,
        note,
        lines: sent.lines.map(({ line }, index) => ({ line, approved: approved[index] ?? false })),
      }),
    onSaved: () => {
      toast({ title: 'Success', description: 'The customer has been told.', status: 'success' })
      onClose()
    },
    failure: 'Failed to save the decision. Please try again.',
  })
  return (
    <FormDialog
      form={form}
      placement="wide"
      title={`Return for ${sent.orderNumber}`}
      description={`${deliveryOf(sent)}. Goods sealed for hygiene need not be taken back once unsealed, unless something is wrong with them.`}
      submitLabel="Save decision"
      onClose={onClose}
    >
      <ReturnLines
        lines={sent.lines}
        controlsOf={(_, index) => <SwitchField {...form.field(`approved.${index}`)} label="Approve" />}
      />
      <TextareaField
        {...form.field('note')}
        label="Note to the customer"
        rows={3}
        maxLength={1000}
        hint="Needed where something is rejected."
      />
    </FormDialog>
  )
}
