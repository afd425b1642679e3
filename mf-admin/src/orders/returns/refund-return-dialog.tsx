import { formatPence } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import { Loading, Skeleton, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { errorWords } from '../../kit/error-words'
import { moneyText, optionalMoney } from '../../kit/field-rules'
import { MoneyField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { orderRefundsQuery, refundQuoteQuery, type OrderRefunds } from '../refunds/order-refunds'
import { QuoteRows } from '../refunds/quote-rows'
import { useRefundMutation } from '../refunds/use-refund-mutation'
import { refundReturn, type OfficeReturn } from './office-returns'
import { ReturnLines } from './return-lines'

const schema = v.object({ delivery: optionalMoney(), amount: optionalMoney() })

interface DialogProps {
  sent: OfficeReturn
  onClose: () => void
}

/** Refunds what has arrived of a return. */
export function RefundReturnDialog(props: DialogProps) {
  const { data: order, error } = useAppQuery(orderRefundsQuery(props.sent.orderId))
  if (order) return <RefundForm {...props} order={order} />
  if (error) return <Text color="danger">{errorWords(error, 'The order could not be loaded.')}</Text>
  return (
    <Loading label="Loading the order">
      <Skeleton height="4rem" />
    </Loading>
  )
}

function RefundForm({ sent, order, onClose }: DialogProps & { order: OrderRefunds }) {
  const toast = useToast()
  // One dialog is one refund, however often it is sent.
  const [refundId] = useState(() => crypto.randomUUID())
  const refund = useRefundMutation(refundReturn)
  const arrived = sent.lines.filter(({ received }) => (received ?? 0) > 0)
  const isWhole = order.lines.every(
    ({ line, left }) => left <= (arrived.find((each) => each.line === line)?.received ?? 0),
  )
  const form = useKitForm(schema, {
    // The law has the delivery go back with the whole order, not with a part of it.
    defaultValues: {
      delivery: isWhole && order.left.deliveryPence > 0 ? moneyText(order.left.deliveryPence) : '',
      amount: '',
    },
    onSubmit: ({ delivery, amount }) =>
      refund.mutateAsync({ id: sent.id, refundId, deliveryPence: delivery ?? 0, amountPence: amount }),
    onSaved: () => {
      toast({ title: 'Success', description: 'The return has been refunded.', status: 'success' })
      onClose()
    },
    failure: 'Failed to refund the return. Please try again.',
  })
  const chosen = v.safeParse(schema, useWatch({ control: form.control }))
  const lines = arrived.map(({ line, received, restock }) => ({
    line,
    quantity: received ?? 0,
    restock: restock ?? false,
  }))
  const quote = useAppQuery(
    chosen.success
      ? refundQuoteQuery(sent.orderId, {
          lines,
          deliveryPence: chosen.output.delivery ?? 0,
          amountPence: chosen.output.amount,
        })
      : null,
    { keepPrevious: true },
  )
  return (
    <FormDialog
      form={form}
      title={`Refund the return for ${sent.orderNumber}`}
      description={`${formatPence(order.left.pence, order.currency)} of the order is left to refund.`}
      submitLabel="Refund"
      onClose={onClose}
    >
      <ReturnLines lines={arrived} />
      {order.left.deliveryPence > 0 && (
        <MoneyField
          {...form.field('delivery')}
          label="Delivery (£)"
          optional
          hint="A whole order that is returned gets its standard delivery back."
        />
      )}
      <MoneyField
        {...form.field('amount')}
        label="Other amount (£)"
        optional
        hint="Leave it empty to refund what arrived, and the delivery."
      />
      <QuoteRows
        quote={quote.data}
        isOutdated={quote.isPlaceholderData}
        error={chosen.success ? quote.error : null}
        order={order}
      />
    </FormDialog>
  )
}
