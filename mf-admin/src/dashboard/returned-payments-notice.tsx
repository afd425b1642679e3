import { formatPence } from '@shop/pricing'
import { useAppQuery, useServerTime } from '@shop/supabase'
import { Badge, Button, chakra, Panel, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { formatMoment } from '../kit/dates'
import { errorWords } from '../kit/error-words'
import { requiredText } from '../kit/field-rules'
import { TextareaField } from '../kit/fields'
import { useKitForm } from '../kit/form'
import { FormDialog } from '../kit/form-dialog'
import { retryRefund, settleRefund } from '../orders/refunds/order-refunds'
import { reasonLimit } from '../orders/refunds/refund-form'
import { useRefundMutation } from '../orders/refunds/use-refund-mutation'
import { useStaff } from '../frame/staff/use-staff'
import { NoticeLine, UncheckedNotice } from './notice-line'
import { returnedPaymentsQuery, type ReturnedPayment } from './returned-payments'

const title = 'Payments without an order'
const amountOf = ({ pence, currency }: ReturnedPayment) => formatPence(pence, currency)

/** The payments that the shop could not keep, and whether they have gone back; nothing if there are none. */
export function ReturnedPaymentsNotice() {
  const { now } = useServerTime()
  const { data: payments, error, isFetching, refetch } = useAppQuery(returnedPaymentsQuery(now()))
  const [settled, setSettled] = useState<ReturnedPayment | null>(null)
  if (error)
    return (
      <UncheckedNotice
        title={title}
        text="We couldn’t check whether any payments go back."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!payments || payments.length === 0) return null
  return (
    <Panel
      flush
      title={title}
      actions={
        payments.some(({ state }) => state === 'failed') && <Badge status="danger">Needs Attention</Badge>
      }
    >
      <ul>
        {payments.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} onSettle={() => setSettled(payment)} />
        ))}
      </ul>
      {settled && <SettleDialog payment={settled} onClose={() => setSettled(null)} />}
    </Panel>
  )
}

function PaymentLine({ payment, onSettle }: { payment: ReturnedPayment; onSettle: () => void }) {
  const mayRefund = useStaff().may('refunds')
  const toast = useToast()
  const retry = useRefundMutation(retryRefund)
  const tryAgain = () =>
    retry.mutate(payment.id, {
      onSuccess: () =>
        toast({ title: 'Success', description: 'The refund is tried again.', status: 'success' }),
      onError: (error) => {
        const description = errorWords(error, 'Failed to try the refund again. Please try again.')
        toast({ title: 'Error', description, status: 'error' })
      },
    })
  return (
    <NoticeLine>
      <div>
        <Text fontWeight={520}>
          {amountOf(payment)}. {payment.reason}
        </Text>
        <Text textStyle="micro" overflowWrap="anywhere">
          {payment.reference}, {formatMoment(payment.since)}
        </Text>
        {payment.state !== 'succeeded' && payment.lastError && (
          <Text textStyle="micro" color="danger" overflowWrap="anywhere">
            {payment.lastError}
          </Text>
        )}
      </div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap=".5rem .75rem">
        {payment.state === 'succeeded' ? (
          <Badge status="positive">Refunded</Badge>
        ) : payment.state === 'pending' ? (
          <Badge status="warning">On its way back</Badge>
        ) : (
          <Badge status="danger">Not refunded</Badge>
        )}
        {payment.state === 'failed' && mayRefund && (
          <>
            <Button
              variant="quiet"
              aria-label={`Retry ${amountOf(payment)}`}
              busy={retry.isPending}
              onClick={tryAgain}
            >
              Retry
            </Button>
            <Button variant="quiet" aria-label={`Settle ${amountOf(payment)}...`} onClick={onSettle}>
              Settle...
            </Button>
          </>
        )}
      </chakra.div>
    </NoticeLine>
  )
}

const schema = v.object({ note: requiredText('Say how the money was paid.', reasonLimit) })

function SettleDialog({ payment, onClose }: { payment: ReturnedPayment; onClose: () => void }) {
  const toast = useToast()
  const settle = useRefundMutation(settleRefund)
  const form = useKitForm(schema, {
    defaultValues: { note: '' },
    onSubmit: ({ note }) => settle.mutateAsync({ id: payment.id, settlement: 'paid', note }),
    onSaved: () => {
      toast({ title: 'Success', description: 'The refund is settled.', status: 'success' })
      onClose()
    },
    failure: 'Failed to settle the refund. Please try again.',
  })
  return (
    <FormDialog
      form={form}
      title={`Settle the refund of ${amountOf(payment)}`}
      description="Look at the payment provider first: what it has paid after all would be paid twice."
      submitLabel="Settle refund"
      onClose={onClose}
    >
      <TextareaField
        {...form.field('note')}
        label="Note"
        required
        rows={2}
        maxLength={reasonLimit}
        hint="For staff: how you paid the money back, such as the day and reference of a bank transfer."
      />
    </FormDialog>
  )
}
