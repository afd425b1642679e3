import { cleanCode } from '@shop/settings'
import { useAuth } from '@shop/auth'
import { useForm } from '@shop/forms'
import type { FormErrors } from '@shop/forms/read-form'
import { limits } from '@shop/forms/schema'
import { Button, Field, Grid, Input, Stack, useHydrated } from '@shop/ui'
import { useState } from 'react'
import { byContact, byNumber } from './lookup-schema'
import type { Lookup } from './track-order'

interface TrackingFormProps {
  /** The initial values of the fields: the number of the link in an email, or what was posted. */
  initial: { number: string; contact?: string }
  initialErrors?: FormErrors
  /** False when the number alone identifies the order. */
  showContact: boolean
  busy: boolean
  onTrack: (lookup: Lookup) => void
  /** Called when the form is invalid. */
  onInvalid: () => void
}

/** The order lookup. Signed-in owners need only the number; guests also enter the order's email or postcode. */
export function TrackingForm({
  initial,
  initialErrors,
  showContact,
  busy,
  onTrack,
  onInvalid,
}: TrackingFormProps) {
  const { status } = useAuth()
  const isHydrated = useHydrated()
  const contactNeeded = showContact && status === 'signed-out'
  const [blank, setBlank] = useState(cleanCode(initial.number) === '')
  const form = useForm(contactNeeded ? byContact : byNumber, {
    initial,
    initialErrors,
    submit: (lookup) => {
      if (!busy && lookup.number) onTrack(lookup)
    },
    onInvalid,
  })
  return (
    <form {...form.formProps}>
      <Stack gap="1.25rem">
        <Grid
          gap="1.25rem"
          gridTemplateColumns={{
            base: 'minmax(0, 1fr)',
            md: showContact ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
          }}
        >
          <Field label="Order number" required hint="It starts with AM." {...form.field('number')}>
            <Input
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              onChange={(event) => {
                setBlank(cleanCode(event.currentTarget.value) === '')
              }}
            />
          </Field>
          {showContact && (
            <Field
              label="Email or postcode"
              required={contactNeeded}
              optional={status === 'signed-in'}
              hint="Use the email or postcode from your order."
              {...form.field('contact')}
            >
              <Input autoComplete="email" autoCapitalize="none" spellCheck={false} maxLength={limits.email} />
            </Field>
          )}
        </Grid>
        <Button
          type="submit"
          justifySelf="start"
          alignSelf="start"
          disabled={isHydrated && blank}
          busy={busy}
          busyLabel="Tracking..."
        >
          Track
        </Button>
      </Stack>
    </form>
  )
}
