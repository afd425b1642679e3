import { useSettings } from '@shop/settings'
import { newGuestId } from '@shop/supabase'
import { Box, chakra, Text, TextLink } from '@shop/ui'
import { useActionData } from '@shop/router'
import { useState, type FormEvent } from 'react'
import { checkoutFormId } from '../deductions/code-field'
import { useDeductions } from '../deductions/use-deductions'
import { noPaymentMessage } from '../order/no-payment'
import { Notice } from '../order/notice'
import { TwoColumns } from '../order/two-columns'
import type { CheckoutResponse } from './checkout-action'
import { nextGuestField } from './entered-values'
import { AddressFields } from './address-fields'
import { ChangedTotal } from './changed-total'
import { atDelivery, isWaiting } from './checkout-state'
import { CheckoutSummary } from './checkout-summary'
import { MethodChoice } from './method-choice'
import { ReminderChoice } from './reminder-choice'
import { SignInOffer } from './sign-in-offer'
import { SubmitBar } from './submit-bar'
import { useCheckoutForm } from './use-checkout-form'
import { useCheckoutState } from './use-checkout-state'
import { useOrderTotal } from './use-order-total'
import { useStart } from './use-start'

// The sticky bar must not cover the focused field.
const Form = chakra('form', {
  base: { '& input, & select': { scrollMarginBottom: { base: '9rem', lg: '0' } } },
})

/**
 * Contact, address and delivery options beside the order summary; continues to the payment page.
 * @param onSignedOut while the session has ended: called instead of going on
 */
export function DeliveryForm({ onSignedOut }: { onSignedOut: (() => void) | null }) {
  const settings = useSettings()
  const isClosed = settings.payment.provider === 'none'
  const mayRemind = settings.checkout.reminder !== 'off'
  const [isDeclined, setDeclined] = useState(false)
  const [nextGuest] = useState(newGuestId)
  const machine = useCheckoutState(atDelivery)
  const { state, dispatch } = machine
  const onEdit = () => {
    dispatch({ type: 'edit' })
  }
  const response = useActionData<CheckoutResponse>()
  const form = useCheckoutForm(onEdit, response)
  const deductions = useDeductions(onEdit, form.isRestored, response?.problems)
  const order = useOrderTotal(form.fields, deductions)
  useStart(machine, { form, deductions, order, reminder: mayRemind ? { isDeclined } : null, onSignedOut })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (onSignedOut) onSignedOut()
    else if (isWaiting(state) && !isClosed && form.validate() && order.chosen) dispatch({ type: 'submit' })
  }
  return (
    <TwoColumns
      folds
      aside={
        <CheckoutSummary
          order={order}
          deductions={deductions}
          postcode={form.fields.postalCode}
          typed={form.typed}
        />
      }
    >
      <SignInOffer />
      <Form ref={form.form} id={checkoutFormId} method="post" onSubmit={submit} noValidate>
        {/* By which a form that is sent again, because its answer was lost, finds the cart that has moved. */}
        <input type="hidden" name={nextGuestField} defaultValue={nextGuest} suppressHydrationWarning />
        <Box display="grid" gap="clamp(2.5rem, 4vw, 3.5rem)">
          {response?.notice && (
            <Notice {...response.notice}>
              {response.notice.toCart && <TextLink to="/cart">Change your cart</TextLink>}
            </Notice>
          )}
          {isClosed && (
            <Text role="alert" color="danger">
              {noPaymentMessage}
            </Text>
          )}
          <AddressFields
            fields={form.fields}
            problemOf={form.problemOf}
            onChange={form.set}
            onLeave={form.leave}
            remembered={form.remembered}
          />
          {mayRemind && <ReminderChoice isDeclined={isDeclined} onChange={setDeclined} />}
          {/* The bar sticks no further up than the section that it is in. */}
          <Box display="grid" gap="2rem">
            <MethodChoice
              {...order.delivery}
              postcode={form.fields.postalCode}
              value={order.chosen?.method.id ?? ''}
              onChange={(id) => {
                form.set('method', id)
              }}
            />
            {state.change && (
              <ChangedTotal
                {...state.change}
                busy={state.name === 'starting' || state.name === 'started'}
                onAccept={() => {
                  dispatch({ type: 'accept' })
                }}
              />
            )}
            <SubmitBar
              duePence={order.duePence}
              hasCard={order.card !== null}
              hasMethod={order.chosen !== undefined}
              isClosed={isClosed}
              busy={!isWaiting(state)}
            />
          </Box>
        </Box>
      </Form>
    </TwoColumns>
  )
}
