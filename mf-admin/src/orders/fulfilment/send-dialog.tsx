import { counted } from '@shop/pricing'
import { carriers } from '@shop/settings/carriers'
import { useBackend } from '@shop/supabase'
import { chakra, Text, useToast } from '@shop/ui'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import * as v from 'valibot'
import { optionalCode, requiredText } from '../../kit/field-rules'
import { SelectField, TextField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useRefresh } from '../../frame/staff/use-refresh'
import { markSent, type SentLine } from './mark-sent'

const schema = v.object({
  carrier: requiredText('Please choose a carrier.', 120),
  parcels: v.array(v.object({ order_number: v.string(), tracking_number: optionalCode(120) })),
})

const List = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    gap: '.75rem 1.1rem',
    listStyle: 'none',
  },
})

/** The field of the event and those after it. */
function fieldsFrom({ currentTarget, target }: KeyboardEvent<HTMLElement> | ClipboardEvent<HTMLElement>) {
  const inputs = [...currentTarget.querySelectorAll('input')]
  return inputs.slice(inputs.findIndex((input) => input === target))
}

/** Enter, which a scanner types too, goes to the next field; in the last one it sends. */
function nextField(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const next = fieldsFrom(event)[1]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface SendDialogProps {
  numbers: readonly string[]
  onClose: () => void
  /** Called with the numbers of the orders that are sent now. */
  onSent: (numbers: readonly string[]) => void
}

/** Marks the selected orders as sent, each with its tracking number. What cannot be sent stays, with the reason. */
export function SendDialog({ numbers, onClose, onSent }: SendDialogProps) {
  const backend = useBackend()
  const toast = useToast()
  const refresh = useRefresh()
  const form = useKitForm<v.InferInput<typeof schema>, v.InferOutput<typeof schema>, SentLine[]>(schema, {
    defaultValues: {
      carrier: carriers[0] ?? '',
      parcels: numbers.map((number) => ({ order_number: number, tracking_number: '' })),
    },
    onSubmit: async ({ carrier, parcels }) => {
      const rows = parcels.map((parcel, place) => ({
        parcel: {
          line: place,
          carrier,
          order_number: parcel.order_number,
          tracking_number: parcel.tracking_number ?? '',
          estimated_delivery: '',
        },
      }))
      const { lines, error } = await markSent(backend, rows, { dry: false, onProgress: () => undefined })
      if (error) throw error
      return lines
    },
    onSaved: (lines) => {
      void refresh('orders')
      const left = lines.filter(({ outcome }) => outcome === 'error')
      const sent = lines.filter(({ outcome }) => outcome !== 'error').map(({ orderNumber }) => orderNumber)
      if (sent.length > 0)
        toast({
          title: 'Success',
          description: `${counted(sent.length, 'order')} marked as sent.`,
          status: 'success',
        })
      onSent(sent)
      if (left.length === 0) {
        onClose()
        return
      }
      const typed = form.getValues('parcels')
      form.setValue(
        'parcels',
        left.flatMap(({ line }) => typed[line] ?? []),
      )
      for (const [place, { message }] of left.entries())
        form.setError(`parcels.${place}.tracking_number`, {
          type: 'server',
          message: message ?? 'This order could not be sent.',
        })
    },
    failure: 'Failed to mark the orders as sent. Please try again.',
  })
  const parcels = form.watch('parcels')
  /** Numbers that are copied as a column go to a field each. */
  const pasteColumn = (event: ClipboardEvent<HTMLElement>) => {
    const pasted = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    const count = fieldsFrom(event).length
    if (pasted.length === 1) return
    event.preventDefault()
    if (pasted.length > count) {
      toast({
        title: 'Not pasted',
        description: `These are ${String(pasted.length)} lines, and from this field on there ${count === 1 ? 'is 1 order' : `are ${String(count)} orders`}.`,
        status: 'error',
      })
      return
    }
    for (const [place, text] of pasted.entries())
      form.setValue(`parcels.${parcels.length - count + place}.tracking_number`, text.trim(), {
        shouldDirty: true,
      })
  }
  return (
    <FormDialog
      form={form}
      title="Mark as sent"
      description="Each buyer gets an email. Scan, type or paste the tracking numbers; leave out what has none."
      submitLabel={`Mark ${counted(parcels.length, 'order')} as sent`}
      onClose={onClose}
    >
      <SelectField {...form.field('carrier')} label="Carrier">
        {carriers.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <div>
        <Text textStyle="small" fontWeight={500} marginBottom=".9rem">
          Tracking numbers
        </Text>
        <List onKeyDown={nextField} onPaste={pasteColumn}>
          {parcels.map(({ order_number: number }, place) => (
            <li key={number}>
              <TextField
                {...form.field(`parcels.${place}.tracking_number`)}
                label={number}
                autoComplete="off"
                maxLength={120}
              />
            </li>
          ))}
        </List>
      </div>
    </FormDialog>
  )
}
