import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { NumberField, SwitchField, TextareaField, TextField } from '../../kit/fields'
import { FormDialog } from '../../kit/form-dialog'
import { Gone } from './form-parts'
import type { OfficeShipping, Zone } from './office-shipping'
import { limits, newZone, zoneSchema, zoneValues } from './shipping-values'
import { unsavedId, type Trial } from './trial'
import { TryIt } from './try-it'
import { useShippingForm } from './use-shipping-form'
import { Columns } from '../../kit/section'

const fields = [
  { name: 'name', label: 'Zone Name' },
  { name: 'description', label: 'Description' },
  { name: 'postcodes', label: 'Postcodes' },
  { name: 'multiplier', label: 'Multiplier' },
  { name: 'position', label: 'Order' },
  { name: 'is_active', label: 'Active' },
] as const

interface ZoneFormProps {
  /** Undefined adds a zone. */
  zone?: Zone
  shipping: OfficeShipping
  trial: Trial
  onClose: () => void
}

/** The dialog that adds or changes a zone. Mount it anew for another one. */
export function ZoneForm({ zone, shipping, trial, onClose }: ZoneFormProps) {
  const { form, conflict, gone, title, submitLabel } = useShippingForm({
    kind: 'zone',
    record: zone,
    schema: zoneSchema,
    empty: newZone,
    read: zoneValues,
    fields,
    onClose,
  })
  const values = useWatch({ control: form.control })
  const draft = v.safeParse(zoneSchema, values)
  return (
    <FormDialog form={form} title={title} submitLabel={submitLabel} onClose={onClose}>
      {conflict}
      <Gone text={gone} />
      <TextField {...form.field('name')} label="Zone Name" required maxLength={limits.name} />
      <TextareaField
        {...form.field('description')}
        label="Description"
        optional
        rows={2}
        maxLength={limits.description}
      />
      <TextareaField
        {...form.field('postcodes')}
        label="Postcodes"
        hint="Areas (SW) or districts (KW15), separated by commas. A district goes before an area of another zone."
        rows={4}
      />
      <Columns count={2}>
        <NumberField
          {...form.field('multiplier')}
          label="Multiplier"
          hint="Times the base price of a method; 1 if left empty."
          step={0.1}
          min={0.1}
        />
        <NumberField
          {...form.field('position')}
          label="Order"
          hint="The first zone takes postcodes that no zone lists."
        />
      </Columns>
      <SwitchField {...form.field('is_active')} label="Active" hint="Inactive zones take no postcodes." />
      <TryIt
        shipping={shipping}
        trial={trial}
        draft={
          draft.success
            ? { kind: 'zone', record: { id: zone?.id ?? unsavedId, version: 0, ...draft.output } }
            : undefined
        }
      />
    </FormDialog>
  )
}
