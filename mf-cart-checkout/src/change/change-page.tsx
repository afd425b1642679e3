import { formatPence, londonDay } from '@shop/pricing'
import { useActionData, useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { useAppMutation, useAppQuery } from '@shop/supabase'
import {
  Box,
  EmptyState,
  ErrorState,
  Heading,
  LinkButton,
  Loading,
  PageHeader,
  Skeleton,
  Summary,
  SummaryRow,
  SummaryTotal,
  Text,
  Wrap,
} from '@shop/ui'
import { useState } from 'react'
import { noPaymentMessage } from '../order/no-payment'
import { Notice } from '../order/notice'
import { OrderLines } from '../order/order-lines'
import { TotalRows } from '../order/total-rows'
import { TwoColumns } from '../order/two-columns'
import { completeCheckout } from '../payment/complete-checkout'
import { PaySection } from '../payment/pay-section'
import { PaymentFailure } from '../payment/payment-failure'
import { providerOf } from '../payment/payment-provider'
import { SimulatedPaymentControls } from '../payment/simulated-payment-controls'
import { parseRejection } from '../rejection/rejection'
import { stripeNotice } from '../payment/stripe-notice'
import { useConfirmationPolling } from '../success/awaiting-confirmation'
import type { ChangeResponse } from './change-action'
import { linkedEditQuery, type WaitingEdit } from '../order/linked-edit'

export function Component() {
  const [search] = useSearchParams()
  const sessionId = search.get('session') ?? ''
  return (
    <Wrap>
      <PageHead title="A change to your order" description="See what changes and pay for it." noindex />
      <PageHeader title="A change to your order" />
      <Change key={sessionId} sessionId={sessionId} />
    </Wrap>
  )
}

/** What the link opens: the change to pay for, or what became of it. */
function Change({ sessionId }: { sessionId: string }) {
  const { data: edit, error, isFetching, refetch } = useAppQuery(linkedEditQuery(sessionId))
  const [search] = useSearchParams()
  // Back from the provider's page, whose word may come later than the visitor.
  const isAwaited = useConfirmationPolling(search.has('paid') && edit?.state === 'waiting', refetch)
  if (isAwaited)
    return (
      <Text role="status" color="inkSoft">
        Your payment is being confirmed. This takes a few seconds. There’s no need to pay again, and we’ll
        email you the order as it is then.
      </Text>
    )
  if (edit?.state === 'waiting')
    return <PayForChange sessionId={sessionId} edit={edit} reload={() => void refetch()} />
  if (edit)
    return (
      <EmptyState
        title={
          edit.state === 'applied'
            ? `Thank you. Your order ${edit.orderNumber} has been changed.`
            : `The change to your order ${edit.orderNumber} is no longer open.`
        }
        text={
          edit.state === 'applied'
            ? 'We’ve emailed you the order as it is now.'
            : 'Nothing was charged, and your order stays as it was. To change it after all, please contact us.'
        }
        action={
          <LinkButton to={`/track-order?order=${encodeURIComponent(edit.orderNumber)}`}>
            Track your order
          </LinkButton>
        }
      />
    )
  if (error)
    return (
      <ErrorState
        title="The change could not be loaded"
        text="Nothing was charged, and your order stays as it was."
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (edit === null)
    return (
      <EmptyState
        title="This link opens no change of an order"
        text="Please check that you have opened the whole link of our email."
        action={<LinkButton to="/contact">Contact us</LinkButton>}
      />
    )
  return (
    <Loading label="Loading the change">
      <TwoColumns aside={<Skeleton height="24rem" width="100%" />}>
        <Skeleton height="14rem" width="100%" />
      </TwoColumns>
    </Loading>
  )
}

interface PayForChangeProps {
  sessionId: string
  edit: WaitingEdit
  reload: () => void
}

/** What changes, what is to pay, and the payment. */
function PayForChange({ sessionId, edit, reload }: PayForChangeProps) {
  const { payment } = useSettings()
  const [decline, setDecline] = useState(false)
  const response = useActionData<ChangeResponse>()
  const [search] = useSearchParams()
  const notice = response?.notice ?? stripeNotice(search.get('rejected'))
  const provider = providerOf(payment.provider, decline, edit.duePence)
  const pay = useAppMutation({
    mutationFn: (db) => completeCheckout(db, sessionId, provider),
    onSuccess: reload,
    onError: (failure) => {
      console.error(failure)
      // Withdrawn, expired, or paid in another tab.
      reload()
    },
  })
  const rejection = pay.error && !pay.isPending ? parseRejection(pay.error) : null
  return (
    <TwoColumns
      aside={
        <Summary title="Your order as it will be" lines={<OrderLines items={edit.items} />}>
          <TotalRows
            totals={edit.totals}
            discount={
              edit.promotionCode !== null && (
                <SummaryRow
                  label={`Discount (${edit.promotionCode})`}
                  value={formatPence(-(edit.totals.discountPence ?? 0))}
                />
              )
            }
            paid={
              <>
                <SummaryRow label="Paid already" value={formatPence(edit.paidPence)} />
                <SummaryTotal label="To pay" value={formatPence(edit.duePence)} />
              </>
            }
          />
        </Summary>
      }
    >
      <Box display="grid" gap="2.5rem">
        {notice && !pay.isPending && <Notice {...notice} />}
        <Box as="section" display="grid" gap=".75rem">
          <Heading level={2}>What changes</Heading>
          <Text color="inkSoft">{`In your order ${edit.orderNumber}:`}</Text>
          <ul>
            {edit.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          {edit.address && (
            <>
              <Heading level={3}>New delivery address</Heading>
              <Text color="inkSoft">{edit.address.join(', ')}</Text>
            </>
          )}
          <Text color="inkSoft">
            {`Until you pay, at latest on ${londonDay(new Date(edit.expiresAt))}, your order stays as it was.`}
          </Text>
        </Box>
        {payment.provider === 'none' ? (
          <Text role="status">{noPaymentMessage}</Text>
        ) : (
          <PaySection
            session={{ duePence: edit.duePence, card: null }}
            note={provider.note}
            takesFocus={false}
            busy={pay.isPending || pay.isSuccess}
            failure={
              rejection && (
                <PaymentFailure
                  key={pay.submittedAt}
                  declined={rejection.kind === 'declined'}
                  text={
                    'message' in rejection
                      ? rejection.message
                      : rejection.kind === 'declined'
                        ? 'Your payment was declined. Your order stays as it was: try again whenever you like.'
                        : 'Please try again. You will not be charged twice.'
                  }
                />
              )
            }
            onPay={() => {
              if (!pay.isPending) pay.mutate()
            }}
          >
            <SimulatedPaymentControls decline={decline} onChange={setDecline} />
          </PaySection>
        )}
      </Box>
    </TwoColumns>
  )
}
