import * as v from 'valibot'
import { none, optionalChoice } from '../../../kit/field-rules'
import { SelectField } from '../../../kit/fields'
import { FormDialog } from '../../../kit/form-dialog'
import { useKitForm } from '../../../kit/form'
import type { CategoryChoice } from '../list-categories'
import type { BulkDialogProps } from './bulk-dialog'

const schema = v.object({ category: optionalChoice() })

/** Moves the selected products to a category. */
export function CategoryDialog({
  products,
  categories,
  apply,
  onClose,
}: BulkDialogProps & { categories: readonly CategoryChoice[] }) {
  const form = useKitForm(schema, {
    defaultValues: { category: none },
    guarded: false,
    failure: 'Failed to change products. Please try again.',
    onSubmit: ({ category }) => apply(products, { category_id: category }),
  })
  return (
    <FormDialog form={form} title="Move to category" submitLabel="Move" onClose={onClose}>
      <SelectField {...form.field('category')} label="Category">
        <option value={none}>Uncategorized</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
