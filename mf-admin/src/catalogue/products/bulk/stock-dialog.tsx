import { Text } from '@shop/ui'
import * as v from 'valibot'
import { optionalText, wholeNumber } from '../../../kit/field-rules'
import { NumberField, TextField } from '../../../kit/fields'
import { FormDialog } from '../../../kit/form-dialog'
import { useKitForm } from '../../../kit/form'
import type { BulkDialogProps } from './bulk-dialog'

const schema = v.object({
  change: v.pipe(
    wholeNumber('Enter how many to add or remove.', { min: -1_000_000 }),
    v.check((change) => change !== 0, 'Enter a number other than 0.'),
  ),
  note: optionalText(500),
})

/** Adds to the stock of the selected products, or removes from it. */
export function StockDialog({ products, apply, onClose }: BulkDialogProps) {
  const form = useKitForm(schema, {
    defaultValues: { change: '', note: '' },
    guarded: false,
    failure: 'Failed to change products. Please try again.',
    onSubmit: ({ change, note }) => apply(products, { stock_change: change, note: note ?? '' }),
  })
  return (
    <FormDialog form={form} title="Change stock" submitLabel="Change stock" onClose={onClose}>
      <NumberField
        {...form.field('change')}
        label="Add or remove"
        required
        hint="A difference for each product, such as 12 or -3."
      />
      <TextField {...form.field('note')} label="Note" optional maxLength={500} />
      <Text textStyle="small" color="muted">
        Products with options are counted by variant: change those on their stock page.
      </Text>
    </FormDialog>
  )
}
