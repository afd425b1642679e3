import { useForm } from '@shop/forms'
import { useNavigate } from '@shop/router'
import { BackendError, useBackend } from '@shop/supabase'
import { Box, Button, Field, Grid, Input, Stack, Text, Textarea, useHydrated, useToast } from '@shop/ui'
import { useState, type FormEvent } from 'react'
import { AmountChoice } from './amount-choice'
import { GiftCardPicture } from './gift-card-picture'
import { giftCardSchema, limits, startGiftCard } from './gift-card-order'
import { useLastOrder } from './last-order'

/** Form to buy a gift card, which continues to the payment page. */
export function GiftCardForm() {
  const [lastOrder, storeOrder] = useLastOrder()
  const [initial] = useState(lastOrder ?? undefined)
  const toast = useToast()
  const navigate = useNavigate()
  const db = useBackend()
  // No server handles this form, so it cannot be submitted before hydration.
  const hydrated = useHydrated()
  const form = useForm(giftCardSchema, {
    initial,
    async submit(order) {
      const session = await startGiftCard(db, order)
      storeOrder(order)
      await navigate(`/checkout/payment?session=${encodeURIComponent(session)}`)
    },
    onRejected(failure) {
      console.error(failure)
      const limited = failure instanceof BackendError && failure.hint === 'rate_limited'
      toast({
        title: 'Checkout Error',
        description: limited ? failure.message : 'Something went wrong. Please try again.',
        status: 'error',
      })
      return undefined
    },
  })

  const [amount, setAmount] = useState(initial?.amount ?? '')
  const readAmount = ({ target }: FormEvent<HTMLElement>) => {
    if (target instanceof HTMLInputElement) setAmount(target.value.trim().replace(/^£\s*/, ''))
  }
  return (
    <form {...form.formProps} noValidate aria-label="Gift card">
      <Stack gap="1.25rem" maxWidth="34rem" color="ink">
        <GiftCardPicture amount={amount} />
        <Box display="grid" gap=".75rem" onInput={readAmount}>
          <AmountChoice amount={amount} />
          <Field
            label="Amount in pounds"
            hint={`Whole pounds, £${String(limits.minPounds)} to £${String(limits.maxPounds)}`}
            {...form.field('amount')}
            required
          >
            <Input inputMode="numeric" autoComplete="transaction-amount" maxLength={6} />
          </Field>
        </Box>
        <Field
          label="Recipient’s email"
          optional
          hint="Leave blank to send it to yourself"
          {...form.field('recipientEmail')}
        >
          <Input type="email" autoComplete="off" maxLength={limits.email} />
        </Field>
        <Field
          label="Message"
          optional
          hint={`Sent with the card. Up to ${String(limits.message)} characters`}
          {...form.field('message')}
        >
          <Textarea rows={4} maxLength={limits.message} />
        </Field>
        <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="1.25rem">
          <Field label="Your first name" {...form.field('firstName')} required>
            <Input autoComplete="given-name" maxLength={limits.name} />
          </Field>
          <Field label="Your last name" {...form.field('lastName')} required>
            <Input autoComplete="family-name" maxLength={limits.name} />
          </Field>
        </Grid>
        <Field label="Your email" {...form.field('email')} required>
          <Input type="email" autoComplete="email" maxLength={limits.email} />
        </Field>
        <Button
          type="submit"
          alignSelf="flex-start"
          disabled={!hydrated}
          busy={form.submitting}
          busyLabel="Processing..."
        >
          Continue to Payment
        </Button>
        <noscript>
          <Text textStyle="small" color="muted">
            You need JavaScript to buy a card here. Or ask us for one by post, below.
          </Text>
        </noscript>
      </Stack>
    </form>
  )
}
