import { formatPence } from '@shop/pricing'
import { BackendError, useAppQuery } from '@shop/supabase'
import { Button, chakra, Dialog, Grid, Text, useToast } from '@shop/ui'
import { useRef, useState } from 'react'
import { useWatch, type Control, type UseFormReturn } from 'react-hook-form'
import { Section } from '../../kit/section'
import { useDebounced } from '../../frame/palette/use-debounced'
import { DialogActions } from '../../kit/confirm-dialog'
import type { ConflictField } from '../../kit/conflict-view'
import { TextareaField } from '../../kit/fields'
import { Form, SubmitButton, useKitForm } from '../../kit/form'
import { useConflict } from '../../kit/use-conflict'
import { CustomerSection } from './customer-section'
import { DraftLines } from './draft-lines'
import { draftPriceQuery, useSaveDraft, type Draft, type NextStep } from './draft-record'
import { AddressSection, DeliverySection, DiscountSection, LinkDays } from './draft-sections'
import { DraftTotals } from './draft-totals'
import {
  draftFields,
  draftSchema,
  draftValues,
  newDraft,
  pricedFields,
  readDraftValues,
  type DraftLine,
  type DraftValues,
} from './draft-values'
import { WithdrawDialog } from './withdraw-dialog'

const itemsIn = (lines: readonly DraftLine[]) =>
  `${String(lines.reduce((sum, { quantity }) => sum + quantity, 0))} in ${String(lines.length)} lines`

const fields: ConflictField<DraftValues>[] = [
  {
    name: 'customer_id',
    label: 'Customer',
    show: (id) => (id === '' ? 'By email' : 'One with an account or orders'),
  },
  { name: 'email', label: 'Email' },
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'phone', label: 'Phone' },
  { name: 'lines', label: 'Products', show: (lines) => (Array.isArray(lines) ? itemsIn(lines) : '') },
  { name: 'address_line_1', label: 'Address' },
  { name: 'address_line_2', label: 'Address line 2' },
  { name: 'city', label: 'Town or city' },
  { name: 'state', label: 'County' },
  { name: 'postal_code', label: 'Postcode' },
  { name: 'bills_elsewhere', label: 'Another billing address' },
  { name: 'billing_address_line_1', label: 'Billing address' },
  { name: 'billing_address_line_2', label: 'Billing address line 2' },
  { name: 'billing_city', label: 'Billing town or city' },
  { name: 'billing_postal_code', label: 'Billing postcode' },
  { name: 'shipping_method_id', label: 'Delivery', show: () => 'Another method' },
  { name: 'discount', label: 'Discount' },
  { name: 'discount_percent', label: 'Per cent' },
  { name: 'discount_pence', label: 'Amount' },
  { name: 'discount_reason', label: 'Reason of the discount' },
  { name: 'note', label: 'Note' },
]

const Layout = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.5rem',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 19rem' },
  },
})
const Actions = chakra('div', {
  base: { display: 'grid', gap: '.9rem', position: { lg: 'sticky' }, top: { lg: '0' }, minWidth: '0' },
})

interface DraftFormProps {
  /** Undefined adds a draft. */
  draft?: Draft
  /** Called when it was sent or paid. */
  onBecame: (draft: Draft) => void
  onClose: () => void
}

/** The form of an open draft, with its totals as they will be paid. Mount it anew for another one. */
export function DraftForm({ draft, onBecame, onClose }: DraftFormProps) {
  const toast = useToast()
  const save = useSaveDraft()
  const [withdrawing, setWithdrawing] = useState(false)
  const opened = draft ? draftValues(draft) : { version: 0, values: newDraft }
  const conflict = useConflict<DraftValues>(opened, fields, readDraftValues)
  // A step that fails after saving leaves a draft with a newer version.
  const stored = useRef(draft)
  const next = useRef<NextStep['do']>('save')
  const [days, setDays] = useState('3')
  const form = useKitForm(draftSchema, {
    defaultValues: opened.values,
    onSubmit: (values) => {
      const expectedPence = price.figures?.totalPence ?? null
      return save.mutateAsync({
        id: stored.current?.id,
        version: stored.current && Math.max(stored.current.version, conflict.base().version),
        fields: draftFields(values),
        onSaved: (saved) => {
          stored.current = saved
        },
        next:
          next.current === 'send'
            ? { do: 'send', expectedPence, days: Number(days), byEmail: true }
            : next.current === 'take'
              ? { do: 'take', expectedPence }
              : { do: 'save' },
      })
    },
    onSaved: (saved) => {
      const label = saved.label
      const description =
        saved.state === 'paid'
          ? `${label} is paid: order ${saved.order_number ?? ''}.`
          : saved.state === 'sent'
            ? `The payment link of ${label} is on its way to ${saved.email}.`
            : `Draft ${label} saved.`
      toast({ title: 'Success', description, status: 'success' })
      if (saved.state === 'open') onClose()
      else onBecame(saved)
    },
    onRejected: (error, rejected) => conflict.catchStale(error, rejected) || showMissing(error, rejected),
    failure: 'That did not work.',
  })
  const price = useDraftPrice(form.control)
  const close = () => {
    if (!form.formState.isSubmitting) form.guard.leave(onClose)
  }
  const step = (what: NextStep['do']) => () => {
    next.current = what
  }
  const total = price.figures?.totalPence
  return (
    <Dialog open placement="wide" title={draft ? `Draft ${draft.label}` : 'New draft'} onClose={close}>
      <Form form={form}>
        {conflict.view}
        <Layout>
          <Grid gap="1.5rem" minWidth="0">
            <CustomerSection />
            <Section title="Products">
              <DraftLines figures={price.figures} isPricing={price.isFetching} />
            </Section>
            <AddressSection control={form.control} />
            <DeliverySection figures={price.figures} />
            <DiscountSection control={form.control} />
            <TextareaField
              name="note"
              label="Note"
              optional
              rows={2}
              maxLength={2000}
              hint="For staff alone."
            />
          </Grid>
          <Actions>
            <DraftTotals figures={price.figures} failed={price.failed} />
            <SubmitButton full onClick={step('send')} busyLabel="Working...">
              Send Payment Link
            </SubmitButton>
            <LinkDays value={days} onChange={setDays} />
            <SubmitButton full variant="quiet" onClick={step('take')} busyLabel="Working...">
              {total == null ? 'Take Payment' : `Take Payment of ${formatPence(total)}`}
            </SubmitButton>
            <Text textStyle="small" color="muted">
              A link holds the products at this price while it is open. Taking the payment makes the order at
              once.
            </Text>
          </Actions>
        </Layout>
        <DialogActions>
          {draft && (
            <span style={{ marginInlineEnd: 'auto' }}>
              <Button variant="quiet" onClick={() => setWithdrawing(true)}>
                Withdraw
              </Button>
            </span>
          )}
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <SubmitButton onClick={step('save')}>Save Draft</SubmitButton>
        </DialogActions>
      </Form>
      {draft && withdrawing && (
        <WithdrawDialog
          draft={stored.current ?? draft}
          onDone={() => {
            form.guard.release()
            onClose()
          }}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </Dialog>
  )
}

/** What an order needs and a draft may still lack, by the hint of the rejection: the field, and what to do. */
const missing: Readonly<Partial<Record<string, readonly [field: keyof DraftValues, remedy: string]>>> = {
  email: ['email', 'Enter an email address: the order is confirmed to it.'],
  first_name: ['first_name', 'Enter a first name.'],
  last_name: ['last_name', 'Enter a last name.'],
  address_line_1: ['address_line_1', 'Enter the address.'],
  city: ['city', 'Enter the town or city.'],
  method_unavailable: ['shipping_method_id', 'Choose a delivery method.'],
  insufficient_stock: [
    'lines',
    'There is not enough in stock. Lower the quantity, or remove what is sold out.',
  ],
}

/** Shows at its field what a draft lacks to be sent or paid. @returns whether the rejection was about that */
function showMissing<Output>(error: unknown, form: UseFormReturn<DraftValues, unknown, Output>): boolean {
  const found = error instanceof BackendError && error.hint !== null ? missing[error.hint] : undefined
  if (!found) return false
  const [name, message] = found
  form.setError(name, { type: 'server', message }, { shouldFocus: true })
  return true
}

/** The price of what the form holds, once it has not changed for a moment. */
function useDraftPrice(control: Control<DraftValues, unknown, unknown>) {
  const values = useWatch({
    control,
    compute: (entered) => JSON.stringify(pricedFields({ ...newDraft, ...entered })),
  })
  const settled = useDebounced(values, 250)
  const { data, isFetching, isError } = useAppQuery(draftPriceQuery(JSON.parse(settled)), {
    keepPrevious: true,
  })
  return {
    // Of a price that is not of what is shown nothing is said.
    figures: data,
    isFetching: isFetching || settled !== values,
    failed: isError,
  }
}
