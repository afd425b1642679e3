import { cleanText } from '@shop/settings'
import { chakra, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { wholeNumber } from '../../kit/field-rules'
import { ChipsField, NumberField, SelectField, SwitchField, TextareaField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useRefundMutation } from '../refunds/use-refund-mutation'
import { openReturn, reasonLabels, type ReturnableLine, type ReturnReason } from './office-returns'

const Line = chakra('div', {
  base: {
    display: 'grid',
    gap: '.5rem 1.25rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 10rem 13rem' },
    alignItems: 'start',
    paddingBlock: '.9rem',
    '&:first-of-type': { paddingTop: '0' },
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

const reasons: readonly ReturnReason[] = ['changed_mind', 'damaged', 'wrong_item', 'faulty']

const schemaFor = (lines: readonly ReturnableLine[]) =>
  v.pipe(
    v.object({
      lines: v.tuple(
        lines.map(({ quantity }) =>
          v.object({
            quantity: wholeNumber('Enter how many come back.', { max: quantity }),
            reason: v.picklist(reasons),
          }),
        ),
      ),
      sealed: v.boolean(),
      goods: v.picklist(['expected', 'here']),
      note: v.pipe(v.string(), v.transform(cleanText), v.maxLength(1000, 'Use at most 1000 characters.')),
    }),
    v.forward(
      v.check(
        (values) => values.lines.some(({ quantity }) => quantity > 0),
        'Enter how many pieces come back.',
      ),
      ['lines', 0, 'quantity'],
    ),
  )

interface OpenReturnDialogProps {
  orderId: string
  orderNumber: string
  /** What was sent and can still come back. */
  lines: readonly ReturnableLine[]
  /** Called with the id of a return whose goods are here, to receive them next. */
  onOpened: (id: string) => void
  onClose: () => void
}

/** Opens a return for a customer, who is told to send the goods back where they are expected. */
export function OpenReturnDialog({ orderId, orderNumber, lines, onOpened, onClose }: OpenReturnDialogProps) {
  const toast = useToast()
  // One dialog is one return, however often it is sent.
  const [id] = useState(() => crypto.randomUUID())
  const open = useRefundMutation(openReturn)
  const form = useKitForm(schemaFor(lines), {
    defaultValues: {
      lines: lines.map(({ quantity }) => ({
        // What there is one of needs no choice.
        quantity: lines.length === 1 && quantity === 1 ? '1' : '0',
        reason: 'changed_mind' as const,
      })),
      sealed: true,
      goods: 'expected' as const,
      note: '',
    },
    onSubmit: async (values) => {
      const isExpected = values.goods === 'expected'
      await open.mutateAsync({
        id,
        orderId,
        note: values.note,
        isExpected,
        lines: values.lines.flatMap(({ quantity, reason }, index) => {
          const line = lines[index]?.line
          return line === undefined || quantity === 0
            ? []
            : [{ line, quantity, reason, sealed: values.sealed }]
        }),
      })
      return isExpected
    },
    onSaved: (isExpected) => {
      toast({
        title: 'Success',
        description: isExpected
          ? 'The return is open, and the customer has been told.'
          : 'The return is open. Note what has arrived.',
        status: 'success',
      })
      onClose()
      if (!isExpected) onOpened(id)
    },
    failure: 'Failed to open the return. Please try again.',
  })
  return (
    <FormDialog
      form={form}
      placement="wide"
      title={`Open a return for ${orderNumber}`}
      description="What was sent can come back, whenever it was bought."
      submitLabel="Open return"
      onClose={onClose}
    >
      <div>
        {lines.map(({ line, name, quantity }, index) => (
          <Line key={line} role="group" aria-label={name}>
            <div>
              <Text fontWeight={520} overflowWrap="anywhere">
                {name}
              </Text>
              <Text textStyle="small" color="muted">{`${String(quantity)} can come back`}</Text>
            </div>
            <NumberField {...form.field(`lines.${index}.quantity`)} label="Pieces" min={0} max={quantity} />
            <SelectField {...form.field(`lines.${index}.reason`)} label="Reason">
              {reasons.map((reason) => (
                <option key={reason} value={reason}>
                  {reasonLabels[reason]}
                </option>
              ))}
            </SelectField>
          </Line>
        ))}
      </div>
      <SwitchField {...form.field('sealed')} label="Seals are unbroken" />
      <ChipsField
        {...form.field('goods')}
        label="Where are the goods?"
        choices={{ expected: 'Still with the customer', here: 'Already here' }}
      />
      <TextareaField
        {...form.field('note')}
        label="Note to the customer"
        optional
        rows={3}
        maxLength={1000}
        hint="In the email that asks for the goods, and with the order."
      />
    </FormDialog>
  )
}
