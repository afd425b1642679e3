import { BackendError } from '@shop/supabase'
import { chakra, useToast } from '@shop/ui'
import type { KeyboardEvent } from 'react'
import * as v from 'valibot'
import { ChipsField, TextField } from '../../kit/fields'
import { Form, SubmitButton, useKitForm } from '../../kit/form'
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

const Row = chakra('div', {
  base: {
    display: 'grid',
    gap: '1rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '9rem minmax(0, 1fr)' },
    alignItems: 'start',
  },
})
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
  const form = useKitForm(changeSchema, {
    defaultValues: { kind: 'received', change: '', note: '' },
    onSubmit: (input) => adjust.mutateAsync({ unit, ...input }),
    onSaved: (stock) => {
      form.reset({ ...form.getValues(), change: '', note: '' })
      toast({
        title: 'Stock updated',
        description: `${unitName(unit)}: ${stock} in stock.`,
        status: 'success',
      })
      onDone()
    },
    onRejected: (error, rejected) => {
      const reason =
        error instanceof BackendError && error.status > 0 && error.status < 500 ? error.message : ''
      const message = reason || 'The stock could not be changed. Please try again.'
      rejected.setError('change', { type: 'server', message }, { shouldFocus: true })
      return true
    },
    failure: 'The stock could not be changed. Please try again.',
    // The next scan leads away from it.
    guarded: false,
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
    <Form form={form}>
      <ChipsField
        {...form.field('kind')}
        label="Kind of change"
        choices={{ received: 'Received', adjusted: 'Adjusted' }}
      />
      <Row>
        <TextField
          {...form.field('change')}
          label="Change by"
          required
          placeholder="+1"
          autoComplete="off"
          maxLength={14}
          onKeyDown={onKeyDown}
        />
        <TextField {...form.field('note')} label="Note" optional autoComplete="off" maxLength={500} />
      </Row>
      <div>
        <SubmitButton>Update stock</SubmitButton>
      </div>
    </Form>
  )
}
