import { useEffect } from 'react'
import * as v from 'valibot'
import {
  ChipsField,
  MoneyField,
  NumberField,
  SelectField,
  SwitchField,
  TagField,
  TextareaField,
  TextField,
} from './fields'
import { Form, SubmitButton, useKitForm } from './form'
import { FormDialog } from './form-dialog'
import { SlugField } from './slug-field'

export default {}

const required = v.pipe(v.string(), v.nonEmpty('This field is required.'))
const schema = v.object({
  ...{ name: required, slug: v.string(), stock: required, price: v.string(), notes: v.string() },
  ...{ category: v.string(), size: v.string(), active: v.boolean(), tags: v.array(v.string()) },
})

function useProductForm() {
  return useKitForm(schema, {
    defaultValues: {
      ...{ name: 'Silk Robe', slug: 'silk-robe', stock: '', price: '120.00', notes: '' },
      ...{ category: 'robes', size: 'm', active: true, tags: ['silk', 'new'] },
    },
    onSubmit: () => undefined,
    failure: 'Failed to save product. Please try again.',
  })
}

/** One of its fields has an error. */
export const Fields = () => {
  const form = useProductForm()
  const { field, trigger } = form
  useEffect(() => {
    void trigger()
  }, [trigger])
  return (
    <Form form={form} maxWidth="30rem">
      <TextField {...field('name')} label="Name" required />
      <SlugField {...field('slug')} from="name" path="/products/" maxLength={120} />
      <NumberField {...field('stock')} label="Stock" required hint="How many there are." />
      <MoneyField {...field('price')} label="Price" optional />
      <TextareaField {...field('notes')} label="Notes" />
      <SelectField {...field('category')} label="Category">
        <option value="robes">Robes</option>
      </SelectField>
      <ChipsField {...field('size')} label="Size" choices={{ s: 'Small', m: 'Medium' }} />
      <SwitchField {...field('active')} label="Active" hint="Shoppers see it." />
      <TagField {...field('tags')} label="Tags" />
      <SubmitButton>Save Changes</SubmitButton>
    </Form>
  )
}

export const InADialog = () => {
  const form = useProductForm()
  return (
    <FormDialog
      form={form}
      title="Edit Silk Robe"
      description="Shoppers see the changes at once."
      onClose={() => undefined}
      submitLabel="Save Changes"
    >
      <TextField {...form.field('name')} label="Name" required />
    </FormDialog>
  )
}
