import { formatPence } from '@shop/pricing'
import { BackendError, useAppMutation, useAppQuery } from '@shop/supabase'
import { Box, Button, chakra, Heading, Text, useAnnounce, useToast } from '@shop/ui'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { unitName } from '../../catalogue/stock/stock-unit'
import { useRefresh } from '../../frame/staff/use-refresh'
import { useStaff } from '../../frame/staff/use-staff'
import { errorWords } from '../../kit/error-words'
import { NumberField, TextareaField, TextField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { UnitFinder } from '../unit-finder'
import { EditFigures } from './edit-figures'
import { editFormSchema, editValues, previewedSchema, reasonLimit, type EditValues } from './edit-form'
import { editOrder, editPreviewQuery, type EditableOrder, type EditPreview } from './order-edits'
import { Columns } from '../../kit/section'

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 6.5rem auto',
    gap: '.25rem .75rem',
    alignItems: 'end',
    paddingBlock: '.75rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
    '@media (max-width: 559.98px)': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      '& > :first-child': { gridColumn: '1 / -1' },
    },
  },
})
const isConflict = (error: unknown) =>
  error instanceof BackendError && ['changed_meanwhile', 'totals_changed'].includes(error.hint ?? '')

interface EditDialogProps {
  orderId: string
  order: EditableOrder
  onClose: () => void
}

/** Edits the lines and the address of an order that is not sent yet; says what that costs or gives back while it is chosen. */
export function EditDialog({ orderId, order, onClose }: EditDialogProps) {
  const toast = useToast()
  const announce = useAnnounce()
  const refresh = useRefresh()
  const { may } = useStaff()
  // One dialog is one edit, however often it is sent; after a rejection nothing of it was saved.
  const [id, setId] = useState(() => crypto.randomUUID())
  const takesPayment = useRef(false)
  // What staff saw when they sent the form.
  const shown = useRef<EditPreview>(undefined)
  const edit = useAppMutation({ mutationFn: editOrder, onSettled: () => refresh('orders', 'stock') })
  const money = (pence: number) => formatPence(pence, order.currency)

  const form = useKitForm<EditValues, v.InferOutput<ReturnType<typeof editFormSchema>>, string>(
    editFormSchema(order),
    {
      defaultValues: editValues(order),
      onSubmit: ({ request, reason }) => {
        if (!shown.current) throw new Error('The figures are not here yet.')
        return edit.mutateAsync({
          id,
          orderId,
          version: order.version,
          request,
          differencePence: shown.current.differencePence,
          reason,
          takesPayment: takesPayment.current,
        })
      },
      onSaved: (state) => {
        const description =
          state === 'waiting'
            ? 'The customer gets an email with a link to pay. The order stays as it is until then.'
            : 'The order has been changed, and the customer gets an email.'
        toast({ title: 'Success', description, status: 'success' })
        onClose()
      },
      onRejected: (error) => {
        setId(crypto.randomUUID())
        if (!isConflict(error)) return false
        toast({
          title: 'The order has changed',
          description: `${errorWords(error, 'Nothing was saved.')} Please look at the order as it is now, and edit it again.`,
          status: 'error',
        })
        void refresh('orders')
        return true
      },
      failure: 'Failed to edit the order. Please try again.',
    },
  )
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' })
  // What is typed fast is asked for once.
  const values = useDeferredValue(useWatch({ control: form.control }))
  const wanted = v.safeParse(previewedSchema(order), values)
  const preview = useAppQuery(
    wanted.success ? editPreviewQuery(orderId, order.version, wanted.output) : null,
    { keepPrevious: true },
  )
  const figures = wanted.success && !preview.error ? preview.data : undefined
  const difference = figures?.differencePence ?? 0
  useEffect(() => {
    shown.current = figures
  }, [figures])
  const linesError = form.formState.errors.lines?.message ?? form.formState.errors.lines?.root?.message
  const problem =
    difference < 0 && !may('refunds')
      ? 'Money goes back, which needs the right “refunds”. A colleague who has it can make this edit.'
      : difference > 0 && !order.takesDifference
        ? 'The difference cannot be paid, as payments are off in the settings.'
        : null
  const submitLabel =
    difference > 0
      ? 'Send Payment Link'
      : difference < 0
        ? `Refund ${money(-difference)} and Save`
        : 'Save Changes'

  return (
    <FormDialog
      form={form}
      placement="wide"
      title={`Edit ${order.orderNumber}`}
      description="What was sold keeps its price; what you add has the price of today. The customer gets one email."
      submitLabel={submitLabel}
      submitDisabled={!figures || preview.isPlaceholderData || problem !== null}
      onClose={onClose}
      aside={
        difference > 0 &&
        order.takesPayment &&
        problem === null && (
          <Button
            variant="quiet"
            disabled={preview.isPlaceholderData}
            onClick={() => {
              takesPayment.current = true
              void form.submit().finally(() => {
                takesPayment.current = false
              })
            }}
          >
            Take Payment
          </Button>
        )
      }
    >
      <Box>
        <Heading level={3} look="h3">
          Lines
        </Heading>
        <chakra.ul listStyle="none" aria-label="Lines of the order">
          {fields.map((line, index) => (
            <Line key={line.id}>
              <Box minWidth="0">
                <Text fontWeight={520} overflowWrap="anywhere">
                  {line.name}
                </Text>
                <Text textStyle="small" color="muted">
                  {[line.sku && `SKU ${line.sku}`, line.line === null ? 'new' : wasOf(order, line.line)]
                    .filter(Boolean)
                    .join(', ')}
                </Text>
              </Box>
              <NumberField
                {...form.field(`lines.${index}.quantity`)}
                label="Pieces"
                aria-label={`Pieces of ${line.name}`}
                min={1}
                max={999}
              />
              <Button
                variant="text"
                marginBottom=".4rem"
                aria-label={`Remove ${line.name}`}
                onClick={() => remove(index)}
              >
                Remove
              </Button>
            </Line>
          ))}
        </chakra.ul>
        {fields.length === 0 && (
          <Text color="danger" role="alert">
            {linesError ?? 'An order keeps at least one line. To take out everything, cancel the order.'}
          </Text>
        )}
        <UnitFinder
          onAdd={(unit) => {
            announce(`${unitName(unit)} added`)
            const same = form
              .getValues('lines')
              .findIndex(
                (line) =>
                  line.line === null &&
                  line.productId === unit.productId &&
                  line.variantId === unit.variantId,
              )
            if (same >= 0) {
              const quantity = Number(form.getValues(`lines.${same}.quantity`)) || 0
              form.setValue(`lines.${same}.quantity`, String(quantity + 1), { shouldDirty: true })
            } else
              append(
                {
                  line: null,
                  productId: unit.productId,
                  variantId: unit.variantId,
                  name: unitName(unit),
                  sku: unit.sku ?? '',
                  quantity: '1',
                },
                { shouldFocus: false },
              )
          }}
        />
      </Box>
      <Box display="grid" gap="1.1rem">
        <Heading level={3} look="h3">
          Delivery address
        </Heading>
        <Columns count={2}>
          <TextField {...form.field('first_name')} label="First name" autoComplete="off" />
          <TextField {...form.field('last_name')} label="Last name" autoComplete="off" />
          <TextField {...form.field('address_line_1')} label="Address" autoComplete="off" />
          <TextField {...form.field('address_line_2')} label="Address line 2" optional autoComplete="off" />
          <TextField {...form.field('city')} label="Town or city" autoComplete="off" />
          <TextField {...form.field('state')} label="County" optional autoComplete="off" />
          <TextField {...form.field('postal_code')} label="Postcode" autoComplete="off" />
          <TextField {...form.field('phone')} label="Phone" optional autoComplete="off" />
        </Columns>
      </Box>
      <TextareaField
        {...form.field('reason')}
        label="Reason"
        required
        rows={2}
        maxLength={reasonLimit}
        hint="For staff. The customer’s email names what changes and the amounts."
      />
      {!wanted.success ? (
        <Text color="muted">Complete the lines and the address to see the figures.</Text>
      ) : preview.error ? (
        <Text color="danger" role="alert">
          {errorWords(preview.error, 'The order cannot be edited like this.')}
        </Text>
      ) : figures ? (
        <EditFigures
          now={order.now}
          preview={figures}
          isOutdated={preview.isPlaceholderData}
          currency={order.currency}
          giftCardHint={order.giftCardHint}
        />
      ) : (
        <Text color="muted">The figures are worked out…</Text>
      )}
      {problem && (
        <Text color="danger" role="alert">
          {problem}
        </Text>
      )}
    </FormDialog>
  )
}

/** What was ordered of a line. */
function wasOf({ now, currency }: EditableOrder, line: number): string {
  const item = now.items[line]
  return item ? `${String(item.quantity)} × ${formatPence(item.unitPence, currency)} before VAT` : ''
}
