import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { MoneyField, NumberField, SwitchField, TagField, TextareaField, TextField } from '../../kit/fields'
import { FormDialog } from '../../kit/form-dialog'
import { Gone } from './form-parts'
import type { Method, OfficeShipping } from './office-shipping'
import { limits, methodSchema, methodValues, newMethod } from './shipping-values'
import { unsavedId, type Trial } from './trial'
import { TryIt } from './try-it'
import { useShippingForm } from './use-shipping-form'
import { Columns } from '../../kit/section'

const fields = [
  { name: 'name', label: 'Method Name' },
  { name: 'description', label: 'Description' },
  { name: 'base_price', label: 'Base Price (GBP)' },
  { name: 'estimated_days_min', label: 'Minimum Days' },
  { name: 'estimated_days_max', label: 'Maximum Days' },
  { name: 'features', label: 'Features' },
  { name: 'sort_order', label: 'Order' },
  { name: 'is_active', label: 'Active' },
] as const

interface MethodFormProps {
  /** Undefined adds a method. */
  method?: Method
  shipping: OfficeShipping
  trial: Trial
  onClose: () => void
}

/** The dialog that adds or changes a method. Mount it anew for another one. */
export function MethodForm({ method, shipping, trial, onClose }: MethodFormProps) {
  const { form, conflict, gone, title, submitLabel } = useShippingForm({
    kind: 'method',
    record: method,
    schema: methodSchema,
    empty: newMethod,
    read: methodValues,
    fields,
    onClose,
  })
  const values = useWatch({ control: form.control })
  const draft = v.safeParse(methodSchema, values)
  return (
    <FormDialog form={form} title={title} submitLabel={submitLabel} onClose={onClose}>
      {conflict}
      <Gone text={gone} />
      <TextField
        {...form.field('name')}
        label="Method Name"
        required
        maxLength={limits.name}
        {...(method && { hint: 'Rules that name this method follow its new name.' })}
      />
      <TextareaField
        {...form.field('description')}
        label="Description"
        optional
        rows={2}
        maxLength={limits.description}
      />
      <Columns count={2}>
        <MoneyField
          {...form.field('base_price')}
          label="Base Price (GBP)"
          hint="Times the multiplier of a zone."
        />
        <NumberField {...form.field('sort_order')} label="Order" hint="Shoppers see low numbers first." />
      </Columns>
      <Columns count={2}>
        <NumberField
          {...form.field('estimated_days_min')}
          label="Minimum Days"
          hint="Business days."
          min={1}
        />
        <NumberField
          {...form.field('estimated_days_max')}
          label="Maximum Days"
          hint="Business days."
          min={1}
        />
      </Columns>
      <TagField
        {...form.field('features')}
        label="Features"
        optional
        hint="Shown under the method, such as Tracked. A comma or Enter adds one."
      />
      <SwitchField {...form.field('is_active')} label="Active" hint="Shoppers see active methods only." />
      <TryIt
        shipping={shipping}
        trial={trial}
        draft={
          draft.success
            ? { kind: 'method', record: { id: method?.id ?? unsavedId, version: 0, ...draft.output } }
            : undefined
        }
      />
    </FormDialog>
  )
}
