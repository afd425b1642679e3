import { useNavigate } from '@shop/router'
import { BackendError, useChange } from '@shop/supabase'
import { Button, Field, Grid, Input, Stack, Text, Textarea, useToast } from '@shop/ui'
import { useState, useSyncExternalStore, type InputEvent, type SubmitEvent } from 'react'
import {
  checkOrder,
  limits,
  readOrder,
  startGiftCard,
  type GiftCardErrors,
  type GiftCardOrder,
} from './gift-card-order'
import { useKeptOrder } from './kept-order'

const never = () => () => undefined

/** Asks for a gift card; the payment follows on the page every checkout is paid on. */
export function GiftCardForm() {
  const [errors, setErrors] = useState<GiftCardErrors>({})
  const [kept, keepOrder] = useKeptOrder()
  const [before] = useState(kept)
  const toast = useToast()
  const navigate = useNavigate()
  // Until the page listens nothing may be sent: the browser would put it into an address.
  const listens = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const start = useChange({
    change: startGiftCard,
    onSuccess: (session, order: GiftCardOrder) => {
      keepOrder(order)
      void navigate(`/checkout/payment?session=${encodeURIComponent(session)}`)
    },
    onError: (failure: Error) => {
      console.error(failure)
      const told = failure instanceof BackendError && failure.hint === 'rate_limited'
      toast({
        title: 'Checkout Error',
        description: told ? failure.message : 'Something went wrong. Please try again.',
        status: 'error',
      })
    },
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (start.isPending) return
    const form = event.currentTarget
    const order = readOrder(new FormData(form))
    const found = checkOrder(order)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first === undefined) return start.mutate(order)
    const control = form.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }
  const forget = (event: InputEvent<HTMLFormElement>) => {
    if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)) return
    const { name } = event.target
    if (name in errors) setErrors(({ ...left }) => ({ ...left, [name]: undefined }))
  }

  return (
    <form method="post" noValidate onSubmit={submit} onInput={forget} aria-label="Gift card">
      <Stack gap="1.25rem" maxWidth="34rem" color="ink">
        <Field
          label="Amount in pounds"
          hint={`Whole pounds, £${String(limits.least)} to £${String(limits.most)}`}
          error={errors.amount}
          required
        >
          <Input
            name="amount"
            defaultValue={before?.amount}
            inputMode="numeric"
            autoComplete="transaction-amount"
            maxLength={6}
          />
        </Field>
        <Field
          label="Recipient's email"
          optional
          hint="Left empty, the card comes to you"
          error={errors.recipientEmail}
        >
          <Input
            name="recipientEmail"
            defaultValue={before?.recipientEmail}
            type="email"
            autoComplete="off"
            maxLength={limits.email}
          />
        </Field>
        <Field
          label="Message"
          optional
          hint={`Goes with the card, at most ${String(limits.message)} characters`}
          error={errors.message}
        >
          <Textarea name="message" defaultValue={before?.message} rows={4} maxLength={limits.message} />
        </Field>
        <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="1.25rem">
          <Field label="Your first name" error={errors.firstName} required>
            <Input
              name="firstName"
              defaultValue={before?.firstName}
              autoComplete="given-name"
              maxLength={limits.name}
            />
          </Field>
          <Field label="Your last name" error={errors.lastName} required>
            <Input
              name="lastName"
              defaultValue={before?.lastName}
              autoComplete="family-name"
              maxLength={limits.name}
            />
          </Field>
        </Grid>
        <Field label="Your email" error={errors.email} required>
          <Input
            name="email"
            defaultValue={before?.email}
            type="email"
            autoComplete="email"
            maxLength={limits.email}
          />
        </Field>
        <Button
          type="submit"
          alignSelf="flex-start"
          disabled={!listens}
          busy={start.isPending}
          busyLabel="Processing..."
        >
          Continue to Payment
        </Button>
        <noscript>
          <Text textStyle="small" color="muted">
            Without scripts a card cannot be bought here. Ask for one by letter, below.
          </Text>
        </noscript>
      </Stack>
    </form>
  )
}
