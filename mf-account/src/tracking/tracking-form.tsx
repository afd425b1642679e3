import { useAuth } from '@shop/auth'
import { Button, Field, Grid, Input, Stack } from '@shop/ui'
import { useForm, useWatch } from 'react-hook-form'
import type { Lookup } from './track-order'

interface TrackingFormProps {
  /** The number to begin with, as a letter's link carries it. */
  number: string
  /** False where the number alone finds the order. */
  askContact: boolean
  busy: boolean
  onTrack: (lookup: Lookup) => void
  /** When what was entered cannot be looked for. */
  onRefused: () => void
}

/** Which order to look for. Signed-in owners need the number alone; who is not theirs by account proves it by contact. */
export function TrackingForm({ number, askContact, busy, onTrack, onRefused }: TrackingFormProps) {
  const { status } = useAuth()
  const { register, handleSubmit, control, formState } = useForm<Lookup>({
    defaultValues: { number, contact: '' },
  })
  const blank = useWatch({ control, name: 'number' }).trim() === ''
  const contactNeeded = askContact && status === 'signed-out'
  const track = handleSubmit((lookup) => {
    if (!busy && !blank) onTrack(lookup)
  }, onRefused)
  return (
    <Stack as="form" gap="1.25rem" onSubmit={track} {...{ noValidate: true }}>
      <Grid
        gap="1.25rem"
        gridTemplateColumns={{
          base: 'minmax(0, 1fr)',
          md: askContact ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
        }}
      >
        <Field label="Order number" required hint="It starts with AM.">
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            {...register('number')}
          />
        </Field>
        {askContact && (
          <Field
            label="Email or postcode"
            required={contactNeeded}
            optional={status === 'signed-in'}
            hint="Either one, as given with the order."
            error={formState.errors.contact?.message}
          >
            <Input
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              {...register('contact', {
                validate: (contact) =>
                  !contactNeeded || contact.trim() !== '' || 'Enter the e-mail or the postcode of the order',
              })}
            />
          </Field>
        )}
      </Grid>
      <Button
        type="submit"
        justifySelf="start"
        alignSelf="start"
        disabled={blank}
        busy={busy}
        busyLabel="Tracking..."
      >
        Track
      </Button>
    </Stack>
  )
}
