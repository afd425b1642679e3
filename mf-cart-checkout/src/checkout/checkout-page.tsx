import { useAuth } from '@shop/auth'
import { useCart } from '@shop/cart'
import { checkPostcode, fallbackShippingPence, formatPence, totals, type Pence } from '@shop/pricing'
import { Navigate, useNavigate } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { useChange, useData } from '@shop/supabase'
import {
  Box,
  Button,
  chakra,
  Loading,
  PageHeader,
  Skeleton,
  Steps,
  Summary,
  Text,
  TextLink,
  useToast,
  Wrap,
} from '@shop/ui'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { CartFailed } from '../order/cart-failed'
import { ChangedTotal } from '../order/changed-total'
import { freshTotal } from '../order/fresh-total'
import { Guarded } from '../order/guarded'
import { useLineProblem } from '../order/line-problem'
import { OrderLines } from '../order/order-lines'
import { PaidRows } from '../order/paid-rows'
import { TwoColumns } from '../order/two-columns'
import { cardShare } from '../gift-card/gift-card'
import { GiftCardField } from '../gift-card/gift-card-field'
import { noPaymentWords } from '../order/no-payment'
import { refusalWords } from '../promotion/promotion-code'
import { PromotionField } from '../promotion/promotion-field'
import { useDeductions } from '../promotion/use-deductions'
import { shippingQuery } from '../shipping/list-shipping'
import { quotes } from '../shipping/quotes'
import { zoneWords } from '../shipping/zone-words'
import { AddressFields } from './address-fields'
import { problemsOf, type CheckoutFields } from './checkout-form'
import { keepDraft, readDraft } from './draft'
import { filledFrom, lastAddressQuery } from './last-address'
import { MethodChoice } from './method-choice'
import { refusalOf } from './refusal'
import { startCheckout, startedSession, type CheckoutInput, type Codes } from './start-checkout'

// Between two rules, as the lines above them; an opener that is closed brings room of its own.
const CodeFields = chakra('div', {
  base: {
    display: 'grid',
    gap: '.5rem',
    marginTop: '-.5rem',
    paddingBottom: '.75rem',
    borderBottom: '1px solid {colors.line}',
  },
})

// Where the summary is not beside the form, what is to pay stays in view below it, and covers no field that has the focus.
const Form = chakra('form', {
  base: { '& input, & select': { scrollMarginBottom: { base: '9rem', lg: '0' } } },
})
const Goal = chakra('div', {
  base: {
    display: 'grid',
    gap: '.9rem',
    position: { base: 'sticky', lg: 'static' },
    bottom: '0',
    zIndex: '1',
    background: 'bg',
    borderTop: { base: '1px solid {colors.line}', lg: 'none' },
    paddingBlock: { base: '.9rem', lg: '0' },
  },
})

export function Component() {
  return (
    <Guarded>
      <CheckoutPage />
    </Guarded>
  )
}

function CheckoutPage() {
  const cart = useCart()
  // Asked for beside the cart, and awaited with it: methods that came later would push the rest of the form down.
  const shipping = useData(shippingQuery())
  if (cart.status === 'ready' && cart.count === 0) return <Navigate to="/cart" replace />
  return (
    <Wrap>
      <PageHead title="Checkout" description="Contact, delivery address and shipping method." hidden />
      <PageHeader
        title="Checkout"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={0} />}
      />
      {cart.status === 'error' && cart.lines.length === 0 ? (
        <CartFailed cart={cart} />
      ) : cart.status === 'loading' || (shipping.isPending && shipping.errorUpdateCount === 0) ? (
        <Loading label="Loading your cart">
          <TwoColumns aside={<Skeleton height="24rem" width="100%" />}>
            <Skeleton height="40rem" width="100%" />
          </TwoColumns>
        </Loading>
      ) : (
        <CheckoutForm />
      )}
    </Wrap>
  )
}

/** A total other than the one shown; its checkout, where one with that total was begun already. */
interface Changed {
  shown: Pence
  fresh: Pence
  reason?: string | null
  sessionId?: string
}

function CheckoutForm() {
  const cart = useCart()
  const { user } = useAuth()
  const { shipping, payment } = useSettings()
  const isClosed = payment.provider === 'none'
  const lineProblem = useLineProblem()
  const toast = useToast()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(readDraft)
  const [checked, setChecked] = useState<Partial<Record<keyof CheckoutFields, boolean>>>({})
  const [changed, setChanged] = useState<Changed | null>(null)
  const deductions = useDeductions()
  const { code, card } = deductions
  const { data: terms, error, refetch } = useData(shippingQuery())
  const { data: last } = useData(user && lastAddressQuery(user.id))
  useEffect(() => {
    keepDraft(fields)
  }, [fields])
  useEffect(() => {
    if (user)
      setFields((now) => ({
        ...now,
        email: now.email || user.email,
        firstName: now.firstName || user.firstName,
        lastName: now.lastName || user.lastName,
      }))
  }, [user])
  useEffect(() => {
    if (last) setFields((now) => filledFrom(last, now))
  }, [last])

  const choices = terms ? quotes(terms, cart.subtotalPence, fields.postalCode, shipping.unmatchedZone) : []
  const chosen = choices.find(({ method, available }) => method.id === fields.method && available)
  // A cart that has become too small for its code shows, and is charged, the total without it.
  const used = code && cart.subtotalPence >= code.minimumPence ? code : null
  const figures = totals({
    subtotalPence: cart.subtotalPence,
    shippingPence: chosen ? chosen.pence : fallbackShippingPence(cart.subtotalPence, shipping),
    promotion: used?.promotion,
  })
  const cardPence = cardShare(card?.availablePence ?? 0, figures.totalPence, payment.provider)
  const duePence = figures.totalPence - cardPence
  const codes: Codes = { promotion: used?.code ?? null, giftCard: card?.code ?? null }
  const problems = problemsOf(fields)

  // What the database refused was figured from older prices, stock or ways of delivery.
  const readAgain = () => {
    void cart.refetch()
    void refetch()
  }
  const go = (sessionId: string) => {
    startedSession.write(sessionId)
    void navigate(`/checkout/payment?session=${encodeURIComponent(sessionId)}`)
  }
  const start = useChange({
    change: startCheckout,
    onSuccess: ({ sessionId, duePence: fresh, problems: refused }, input: CheckoutInput) => {
      const reason = refused.code ?? refused.card
      if (reason) deductions.refuse(refused)
      if (fresh === input.expectedPence) return go(sessionId)
      setChanged({ shown: input.expectedPence, fresh, reason, sessionId })
      readAgain()
    },
    onError: (failure: Error, input: CheckoutInput) => {
      console.error(failure)
      const fresh = freshTotal(failure)
      if (fresh !== null) {
        setChanged({ shown: input.expectedPence, fresh })
        return readAgain()
      }
      const refusal = refusalOf(failure)
      toast({
        title: 'Checkout Error',
        description: 'Something went wrong. Please try again.',
        ...refusal,
        status: 'error',
      })
      if (refusal) readAgain()
    },
  })

  // A code that was typed and not applied is taken in first; the checkout then begins with the total it leaves.
  const [step, setStep] = useState<'filling' | 'settling' | 'settled'>('filling')
  const busy = start.isPending || step !== 'filling'
  /** Whether all is there to begin with; else the first problem has the focus. */
  const isComplete = () => {
    const [first] = Object.keys(problems)
    setChecked(Object.fromEntries(Object.keys(fields).map((name) => [name, true])))
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return !first && chosen !== undefined
  }
  // What was changed meanwhile counts, and is checked as the rest was.
  const begin = useEffectEvent(() => {
    setStep('filling')
    if (isComplete()) start.mutate({ fields, expectedPence: duePence, codes })
  })
  useEffect(() => {
    if (step === 'settled') begin()
  }, [step])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || isClosed || !isComplete()) return
    setStep('settling')
    setStep((await deductions.settle()) ? 'settled' : 'filling')
  }
  const set = (name: keyof CheckoutFields, value: string) => {
    setFields((now) => ({ ...now, [name]: value }))
    setChanged(null)
  }
  const leave = (name: keyof CheckoutFields) => {
    setChecked((now) => ({ ...now, [name]: true }))
    const postcode = checkPostcode(fields.postalCode)
    if (name === 'postalCode' && postcode.ok && postcode.normalised !== fields.postalCode)
      set(name, postcode.normalised)
  }
  return (
    <TwoColumns
      aside={
        <Summary
          title="Order summary"
          lines={
            <>
              <OrderLines items={cart.lines.map((line) => ({ ...line, problem: lineProblem(line) }))} />
              {cart.lines.some((line) => lineProblem(line) !== null) && (
                <p>
                  <TextLink to="/cart">Change your cart</TextLink> to go on.
                </p>
              )}
              <CodeFields>
                <PromotionField
                  handle={deductions.codeField}
                  key={`code ${String(deductions.problems.turn)}`}
                  applied={code}
                  problem={deductions.problems.code}
                  onChange={(next) => {
                    deductions.enterCode(next)
                    setChanged(null)
                  }}
                />
                {code && !used && (
                  <Text textStyle="small" color="danger" role="status">
                    {refusalWords({ state: 'below_minimum', minimumPence: code.minimumPence })}
                  </Text>
                )}
                <GiftCardField
                  handle={deductions.cardField}
                  key={`card ${String(deductions.problems.turn)}`}
                  card={card}
                  problem={deductions.problems.card}
                  onChange={(next) => {
                    deductions.enterCard(next)
                    setChanged(null)
                  }}
                />
              </CodeFields>
            </>
          }
          foot={
            <Text textStyle="small" color="inkSoft">
              Sent in a plain box. Nothing on it says what is inside.
            </Text>
          }
        >
          <PaidRows
            totals={figures}
            shipping={chosen ? `${chosen.method.name} shipping` : 'Shipping (estimate)'}
            code={used?.code ?? null}
            card={card && { hint: card.hint, pence: cardPence }}
          />
        </Summary>
      }
    >
      <Form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <Box display="grid" gap="clamp(2.5rem, 4vw, 3.5rem)">
          {isClosed && (
            <Text role="alert" color="danger">
              {noPaymentWords}
            </Text>
          )}
          <AddressFields
            fields={fields}
            problemOf={(name) => (checked[name] ? problems[name] : undefined)}
            onChange={set}
            onLeave={leave}
            remembered={
              user
                ? last
                  ? 'Your last address is filled in where you had typed nothing. Change what differs.'
                  : 'Your address is remembered with your order.'
                : null
            }
          />
          <MethodChoice
            choices={choices}
            zone={terms ? zoneWords(terms, fields.postalCode, shipping.unmatchedZone) : ''}
            postcode={fields.postalCode}
            loading={!terms && !error}
            failed={error !== null}
            onRetry={() => void refetch()}
            value={chosen ? fields.method : ''}
            onChange={(id) => {
              set('method', id)
            }}
          />
          {changed && (
            <ChangedTotal
              {...changed}
              busy={start.isPending}
              onAccept={() => {
                if (changed.sessionId) go(changed.sessionId)
                else start.mutate({ fields, expectedPence: changed.fresh, codes })
              }}
            />
          )}
          <Goal>
            <Box display={{ base: 'flex', lg: 'none' }} justifyContent="space-between">
              <span>{card ? 'To pay' : 'Total'}</span>
              <b>{formatPence(duePence)}</b>
            </Box>
            <Button type="submit" full disabled={!chosen || isClosed} busy={busy} busyLabel="Processing...">
              Continue to Payment
            </Button>
          </Goal>
          <Text textStyle="small" color="muted" marginTop="-1.5rem">
            {isClosed
              ? null
              : chosen
                ? 'You will see the full total again before you pay.'
                : 'Choose a shipping method to go on.'}
          </Text>
        </Box>
      </Form>
    </TwoColumns>
  )
}
