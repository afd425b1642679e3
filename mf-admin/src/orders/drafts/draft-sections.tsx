import { formatPence } from '@shop/pricing'
import { chakra, RadioCard, RadioCardGroup, RadioChip, Text } from '@shop/ui'
import { useController, useWatch, type Control } from 'react-hook-form'
import { Columns, Section } from '../../kit/section'
import { useStaff } from '../../frame/staff/use-staff'
import { ChipsField, MoneyField, NumberField, SwitchField, TextField } from '../../kit/fields'
import { none } from '../../kit/field-rules'
import type { DraftFigures } from './draft-record'
import { discountLabels, type DraftValues } from './draft-values'

/** Where the order goes, and where it is billed to. */
export function AddressSection({ control }: { control: Control<DraftValues, unknown, unknown> }) {
  const elsewhere = useWatch({ control, name: 'bills_elsewhere' })
  return (
    <Section title="Delivery address">
      <TextField name="address_line_1" label="Address" autoComplete="off" maxLength={200} />
      <TextField name="address_line_2" label="Address line 2" optional autoComplete="off" maxLength={200} />
      <Columns count={3}>
        <TextField name="city" label="Town or city" autoComplete="off" maxLength={120} />
        <TextField name="state" label="County" optional autoComplete="off" maxLength={120} />
        <TextField
          name="postal_code"
          label="Postcode"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={16}
        />
      </Columns>
      <SwitchField name="bills_elsewhere" label="Another billing address" />
      {elsewhere && (
        <>
          <TextField
            name="billing_address_line_1"
            label="Billing address"
            autoComplete="off"
            maxLength={200}
          />
          <TextField
            name="billing_address_line_2"
            label="Billing address line 2"
            optional
            autoComplete="off"
            maxLength={200}
          />
          <Columns count={2}>
            <TextField name="billing_city" label="Billing town or city" autoComplete="off" maxLength={120} />
            <TextField
              name="billing_postal_code"
              label="Billing postcode"
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={16}
            />
          </Columns>
        </>
      )}
    </Section>
  )
}

/** How it is sent, at what each way costs for its address. */
export function DeliverySection({ figures }: { figures: DraftFigures | undefined }) {
  const { field, fieldState } = useController<DraftValues, 'shipping_method_id'>({
    name: 'shipping_method_id',
  })
  const methods = figures?.methods ?? []
  return (
    <Section title="Delivery">
      <RadioCardGroup
        label="Delivery method"
        hideLabel
        name={field.name}
        value={field.value === none ? '' : field.value}
        onChange={field.onChange}
        error={fieldState.error?.message}
      >
        {methods.map(({ id, name, price }) => (
          <RadioCard
            key={id}
            value={id}
            title={name}
            disabled={price === null}
            detail={price === null ? 'Not for this address' : undefined}
            price={price === null ? undefined : price === 0 ? 'Free' : formatPence(price)}
          />
        ))}
      </RadioCardGroup>
      {methods.length === 0 && <Text color="muted">Loading delivery methods</Text>}
    </Section>
  )
}

/** What is taken off, for those who may give it. */
export function DiscountSection({ control }: { control: Control<DraftValues, unknown, unknown> }) {
  const kind = useWatch({ control, name: 'discount' })
  const mayGive = useStaff().may('discounts')
  if (!mayGive && kind === 'none') return null
  return (
    <Section title="Discount">
      {!mayGive && (
        <Text textStyle="small" color="muted">
          Your role may take this discount away, but not give another.
        </Text>
      )}
      <ChipsField name="discount" label="Kind" choices={discountLabels} />
      {kind !== 'none' && (
        <Columns count={2}>
          {kind === 'percent' ? (
            <NumberField name="discount_percent" label="Per cent" required step={0.01} min={0.01} max={100} />
          ) : (
            <MoneyField name="discount_pence" label="Amount" required hint="In pounds, before VAT." />
          )}
          <TextField name="discount_reason" label="Reason" required maxLength={300} hint="For the log." />
        </Columns>
      )}
    </Section>
  )
}

/** How long the payment link is open. */
export function LinkDays({ value, onChange }: { value: string; onChange: (days: string) => void }) {
  return (
    <RadioCardGroup label="The link is open for" name="link_days" value={value} onChange={onChange}>
      <chakra.div display="flex" flexWrap="wrap" gap=".6rem">
        <RadioChip value="1" label="1 day" />
        <RadioChip value="3" label="3 days" />
        <RadioChip value="7" label="7 days" />
      </chakra.div>
    </RadioCardGroup>
  )
}
