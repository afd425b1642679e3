import { formatPence, toPence, type Pence } from '@shop/pricing'
import { chakra, Text } from '@shop/ui'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { NumberField, SelectField } from '../../../kit/fields'
import { FormDialog } from '../../../kit/form-dialog'
import { useKitForm } from '../../../kit/form'
import type { BulkDialogProps } from './bulk-dialog'
import { priceByAmount, type BulkChange } from './bulk-products'
import { changedPrice, priceChangeSchema } from './price-change'

const schema = v.pipe(
  v.object({ by: v.picklist(['percent', 'amount']), value: priceChangeSchema }),
  v.transform(({ by, value }): BulkChange =>
    by === 'percent' ? { price: { percent: Number(value) } } : priceByAmount(toPence(value)),
  ),
)

const previewed = 5
const Line = chakra('li', {
  base: { display: 'flex', justifyContent: 'space-between', gap: '1rem', overflowWrap: 'anywhere' },
})

/** Changes the prices of the selected products by an amount or a percentage, with a preview. */
export function PriceDialog({ products, apply, onClose }: BulkDialogProps) {
  const form = useKitForm(schema, {
    defaultValues: { by: 'percent', value: '' },
    guarded: false,
    failure: 'Failed to change products. Please try again.',
    onSubmit: (change) => apply(products, change),
  })
  const [by, value] = useWatch({ control: form.control, name: ['by', 'value'] })
  const preview = (pence: Pence) => changedPrice(pence, by, value)
  return (
    <FormDialog form={form} title="Change price" submitLabel="Change price" onClose={onClose}>
      <SelectField {...form.field('by')} label="Change by">
        <option value="percent">Percent</option>
        <option value="amount">Amount in pounds</option>
      </SelectField>
      <NumberField
        {...form.field('value')}
        label={by === 'percent' ? 'Percent' : 'Amount (GBP)'}
        required
        step={0.01}
        hint={
          by === 'percent' ? 'Such as 5, or -10 to lower prices.' : 'Such as 2.50, or -1 to lower prices.'
        }
      />
      <div>
        <Text textStyle="small" color="muted" paddingBottom=".4rem">
          {products.length > previewed
            ? `The first ${String(previewed)} of ${String(products.length)}`
            : 'Afterwards'}
        </Text>
        <chakra.ul display="grid" gap=".35rem" fontVariantNumeric="tabular-nums">
          {products.slice(0, previewed).map(({ id, name, pricePence }) => {
            const changed = preview(pricePence)
            return (
              <Line key={id}>
                <span>{name}</span>
                <span>
                  {formatPence(pricePence)}
                  {changed !== null && changed !== pricePence && ` → ${formatPence(changed)}`}
                </span>
              </Line>
            )
          })}
        </chakra.ul>
      </div>
    </FormDialog>
  )
}
