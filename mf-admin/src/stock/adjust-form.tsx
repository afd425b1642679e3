import { valibotResolver } from '@hookform/resolvers/valibot'
import { BackendError } from '@shop/supabase'
import { Button, chakra, Field, Input, RadioCardGroup, RadioChip, useToast } from '@shop/ui'
import type { KeyboardEvent } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as v from 'valibot'
import { useAdjustStock } from './adjust-stock'
import { looksScanned } from './scanned-code'
import { unitName, type StockUnit } from './stock-unit'

const maxChange = 1_000_000
const wholeNumber = 'Please enter a whole number other than 0.'

const changeSchema = v.pipe(
  v.object({
    kind: v.picklist(['received', 'adjusted']),
    change: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[+-−]?\d{1,7}$/, wholeNumber),
      v.transform((text) => Number(text.replace('−', '-'))),
      v.check((change) => change !== 0, wholeNumber),
      v.check((change) => Math.abs(change) <= maxChange, 'At most 1,000,000 pieces at once.'),
    ),
    note: v.pipe(v.string(), v.trim(), v.maxLength(500, 'At most 500 characters, please.')),
  }),
  v.forward(
    v.check(({ kind, change }) => kind !== 'received' || change > 0, 'Received stock is more than 0.'),
    ['change'],
  ),
)

const Form = chakra('form', { base: { display: 'grid', gap: '1rem' } })
const Row = chakra('div', {
  base: {
    display: 'grid',
    gap: '1rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '9rem minmax(0, 1fr)' },
    alignItems: 'start',
  },
})
const Chips = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '.6rem' } })

export interface AdjustFormProps {
  unit: StockUnit
  /** A code that a scanner typed here, meant for the field of codes. */
  onScan: (code: string) => void
  /** Called after the stock was changed. */
  onDone: () => void
}

/** Changes the stock of a unit: what was received, or a correction. */
export function AdjustForm({ unit, onScan, onDone }: AdjustFormProps) {
  const toast = useToast()
  const adjust = useAdjustStock()
  const form = useForm({
    resolver: valibotResolver(changeSchema),
    defaultValues: { kind: 'received' as const, change: '', note: '' },
  })
  const { errors } = form.formState

  const save = form.handleSubmit(async (input) => {
    try {
      const stock = await adjust.mutateAsync({ unit, ...input })
      form.reset({ kind: input.kind, change: '', note: '' })
      toast({
        title: 'Stock updated',
        description: `${unitName(unit)}: ${stock} in stock.`,
        status: 'success',
      })
      onDone()
    } catch (error) {
      const reason =
        error instanceof BackendError && error.status > 0 && error.status < 500 ? error.message : ''
      form.setError(
        'change',
        { message: reason || 'The stock could not be changed. Please try again.' },
        { shouldFocus: true },
      )
    }
  })

  // A scanner types into whatever field has the focus, and its number would become a quantity.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value
    if (event.key !== 'Enter' || !looksScanned(text)) return
    event.preventDefault()
    form.setValue('change', '')
    onScan(text)
  }

  return (
    <Form noValidate onSubmit={(event) => void save(event)}>
      <Controller
        control={form.control}
        name="kind"
        render={({ field: { value, onChange } }) => (
          <RadioCardGroup label="Kind of change" value={value} onChange={onChange}>
            <Chips>
              <RadioChip value="received" label="Received" />
              <RadioChip value="adjusted" label="Adjusted" />
            </Chips>
          </RadioCardGroup>
        )}
      />
      <Row>
        <Field label="Change by" required error={errors.change?.message}>
          <Input
            {...form.register('change')}
            placeholder="+1"
            autoComplete="off"
            maxLength={14}
            onKeyDown={onKeyDown}
          />
        </Field>
        <Field label="Note" optional error={errors.note?.message}>
          <Input {...form.register('note')} autoComplete="off" maxLength={500} />
        </Field>
      </Row>
      <div>
        <Button type="submit" busy={form.formState.isSubmitting} busyLabel="Saving...">
          Update stock
        </Button>
      </div>
    </Form>
  )
}
