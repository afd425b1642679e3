import { useActionData } from '@shop/router'
import { useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import {
  Box,
  Button,
  EmptyState,
  LinkButton,
  PageHeader,
  Steps,
  Summary,
  Text,
  TextLink,
  Wrap,
} from '@shop/ui'
import { AddressFields } from '../checkout/address-fields'
import { MethodChoice } from '../checkout/method-choice'
import { useLineProblem } from '../order/line-problem'
import { noPaymentMessage } from '../order/no-payment'
import { OrderLines } from '../order/order-lines'
import { TotalRows } from '../order/total-rows'
import { TwoColumns } from '../order/two-columns'
import { sessionQuery } from '../payment/checkout-session'
import type { CheckoutAnswer } from './checkout-action'
import { CodeInputs } from './code-inputs'
import { useGuestCart } from './guest-cart'
import { Notice } from './notice'
import { usePlainTotal } from './plain-total'
import { typedBefore } from './typed'

export { action } from './checkout-action'

const nothing = () => undefined

/** The checkout as the server draws it for browsers without scripts: one form, which is posted to this page. */
export function Component() {
  const lines = useGuestCart()
  return (
    <Wrap>
      <PageHead title="Checkout" description="Contact, delivery address and shipping method." noindex />
      <PageHeader
        title="Checkout"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={0} />}
      />
      {lines.length > 0 ? (
        <PlainCheckout lines={lines} />
      ) : (
        <EmptyState
          title="Your cart is empty"
          text="Nothing is waiting here yet."
          action={<LinkButton to="/products">Shop All</LinkButton>}
        />
      )}
    </Wrap>
  )
}

function PlainCheckout({ lines }: { lines: ReturnType<typeof useGuestCart> }) {
  const answer = useActionData<CheckoutAnswer>()
  const [search] = useSearchParams()
  const { data: before = null } = useAppQuery(sessionQuery(search.get('session') ?? '', 'pending'))
  const isClosed = useSettings().payment.provider === 'none'
  const lineProblem = useLineProblem()
  const typed = answer?.typed ?? typedBefore(before)
  const problems = answer?.problems ?? {}
  const { choices, chosen, zone, totals } = usePlainTotal(lines, typed.postalCode, typed.method)
  return (
    <TwoColumns
      aside={
        <Summary
          title="Order summary"
          lines={<OrderLines items={lines.map((line) => ({ ...line, problem: lineProblem(line) }))} />}
        >
          <TotalRows
            totals={totals}
            shipping={chosen ? `${chosen.method.name} shipping` : 'Shipping (estimate)'}
          />
        </Summary>
      }
    >
      <form method="post" noValidate>
        <Box display="grid" gap="clamp(2.5rem, 4vw, 3.5rem)">
          {answer?.notice && (
            <Notice {...answer.notice}>
              {answer.notice.toCart && <TextLink to="/cart">Change your cart</TextLink>}
            </Notice>
          )}
          {isClosed && <Notice title="Payment" description={noPaymentMessage} />}
          <AddressFields
            fields={typed}
            problemOf={(name) => problems[name]}
            onChange={nothing}
            onLeave={nothing}
            remembered={null}
          />
          <Box display="grid" gap=".75rem">
            <MethodChoice
              choices={choices}
              zone={zone}
              postcode={typed.postalCode}
              loading={false}
              failed={false}
              onRetry={nothing}
              value={chosen?.method.id ?? ''}
              onChange={nothing}
            />
            {problems.method && (
              <Text role="alert" color="danger">
                {problems.method}
              </Text>
            )}
          </Box>
          <CodeInputs typed={typed} problems={problems} hadCard={before?.card ?? null} />
          <Box display="grid" gap=".9rem">
            <Button type="submit" full disabled={isClosed || !chosen}>
              Continue to Payment
            </Button>
            <Text textStyle="small" color="muted">
              The next page shows the full total, with your postcode and your codes, before you pay.
            </Text>
          </Box>
        </Box>
      </form>
    </TwoColumns>
  )
}
