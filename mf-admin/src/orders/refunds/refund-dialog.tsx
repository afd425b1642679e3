import { formatPence } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import { Button, chakra, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { MoneyField, NumberField, SwitchField, TextareaField } from '../../kit/fields'
import { useKitForm, type KitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { refundOrder, refundQuoteQuery, type OrderRefunds, type RefundRequest } from './order-refunds'
import { QuoteRows } from './quote-rows'
import { everything, nothing, reasonLimit, refundSchema, type RefundValues } from './refund-form'
import { useRefundMutation } from './use-refund-mutation'
import { Columns } from '../../kit/section'

const Line = chakra('div', {
  base: {
    display: 'grid',
    gap: '.25rem 1.25rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 7rem 9rem' },
    alignItems: 'end',
    paddingBlock: '.9rem',
    '&:first-of-type': { paddingTop: '0' },
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})
interface RefundDialogProps {
  orderId: string
  order: OrderRefunds
  onClose: () => void
}

/** Refunds an order, whole or in part; says what goes to which means of payment while it is chosen. */
export function RefundDialog({ orderId, order, onClose }: RefundDialogProps) {
  const toast = useToast()
  // One dialog is one refund, however often it is sent.
  const [id] = useState(() => crypto.randomUUID())
  const refund = useRefundMutation(refundOrder)
  const schema = refundSchema(order)
  const form = useKitForm<RefundValues, v.InferOutput<typeof schema>, string>(schema, {
    defaultValues: nothing(order),
    onSubmit: ({ request, reason }) => refund.mutateAsync({ id, orderId, request, reason }),
    onSaved: (state) => {
      const description =
        state === 'succeeded'
          ? 'The refund has been made.'
          : 'The refund is on its way to the payment provider.'
      toast({ title: 'Success', description, status: 'success' })
      onClose()
    },
    failure: 'Failed to refund the order. Please try again.',
  })
  const money = (pence: number) => formatPence(pence, order.currency)
  return (
    <FormDialog
      form={form}
      placement="wide"
      title={`Refund ${order.orderNumber}`}
      description={`${money(order.left.pence)} of ${money(order.totalPence)} is left to refund.`}
      submitLabel="Refund"
      onClose={onClose}
      aside={
        <Button variant="text" onClick={() => form.reset(everything(order), { keepDefaultValues: true })}>
          Choose everything
        </Button>
      }
    >
      <div>
        {order.lines.map((line, index) => (
          <Line key={line.line} role="group" aria-label={line.name}>
            <div>
              <Text fontWeight={520} overflowWrap="anywhere">
                {line.name}
              </Text>
              <Text textStyle="small" color="muted">
                {`${String(line.left)} of ${String(line.quantity)} left, ${money(line.pence)} paid with VAT`}
              </Text>
            </div>
            <NumberField
              {...form.field(`lines.${index}.quantity`)}
              label="Pieces"
              min={0}
              max={line.left}
              disabled={line.left === 0}
            />
            <SwitchField
              {...form.field(`lines.${index}.restock`)}
              label="Restock"
              disabled={line.left === 0}
            />
          </Line>
        ))}
      </div>
      <Columns count={2}>
        {order.left.deliveryPence > 0 && (
          <MoneyField
            {...form.field('delivery')}
            label="Delivery (£)"
            hint={`${money(order.left.deliveryPence)} left`}
          />
        )}
        <MoneyField
          {...form.field('amount')}
          label="Other amount (£)"
          optional
          hint="Leave it empty to refund what the pieces and delivery come to."
        />
      </Columns>
      <TextareaField
        {...form.field('reason')}
        label="Reason"
        optional
        rows={2}
        maxLength={reasonLimit}
        hint="For staff. The customer’s email names the amounts only."
      />
      <Quote form={form} orderId={orderId} order={order} />
    </FormDialog>
  )
}

/** What the chosen refund comes to, asked of the database. */
function Quote({
  form,
  orderId,
  order,
}: Omit<RefundDialogProps, 'onClose'> & { form: KitForm<RefundValues, { request: RefundRequest }> }) {
  const values = useWatch({ control: form.control })
  const chosen = v.safeParse(refundSchema(order), values)
  const { data, error, isPlaceholderData } = useAppQuery(
    chosen.success ? refundQuoteQuery(orderId, chosen.output.request) : null,
    { keepPrevious: true },
  )
  if (!chosen.success) return <Text color="muted">Choose what is refunded to see the amount.</Text>
  return <QuoteRows quote={data} isOutdated={isPlaceholderData} error={error} order={order} />
}
