import { useForm } from '@shop/forms'
import { limits, optionalText } from '@shop/forms/schema'
import { BackendError, useBackend } from '@shop/supabase'
import { Button, Field, Grid, Input, Stack, useToast } from '@shop/ui'
import * as v from 'valibot'
import { saveProfile, type Profile } from './read-profile'

/** The same rule as at checkout. */
const phone = v.pipe(
  optionalText(),
  v.regex(
    /^(?=(?:\D*\d){7,15}\D*$)\+?[\d\s().-]*$|^$/,
    'Enter a phone number like 07700 900123, or leave it blank',
  ),
)
const fields = v.object({ firstName: optionalText(), lastName: optionalText(), phone })

interface NameFormProps {
  profile: Profile
  onSaved: () => Promise<void>
}

/** Name and phone number, as the checkout proposes them. */
export function NameForm({ profile, onSaved }: NameFormProps) {
  const db = useBackend()
  const toast = useToast()
  const form = useForm(fields, {
    initial: { firstName: profile.first_name, lastName: profile.last_name, phone: profile.phone },
    async submit(entered) {
      await saveProfile(db, entered)
      toast({ title: 'Profile saved', status: 'success' })
      await onSaved()
    },
    onRefused(error) {
      if (error instanceof BackendError && error.hint === 'phone')
        return { field: 'phone', message: error.message }
      toast({
        title: 'Your profile was not saved',
        description: 'Everything you entered is still here. Please try again.',
        status: 'error',
      })
      return undefined
    },
  })
  return (
    <form {...form.formProps} aria-label="Name and phone">
      <Stack gap="1.25rem">
        <Grid gap="1.25rem" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <Field label="First name" optional {...form.field('firstName')}>
            <Input autoComplete="given-name" maxLength={limits.name} />
          </Field>
          <Field label="Last name" optional {...form.field('lastName')}>
            <Input autoComplete="family-name" maxLength={limits.name} />
          </Field>
        </Grid>
        <Field
          label="Phone"
          optional
          hint="For the courier only, and only with an order."
          {...form.field('phone')}
        >
          <Input type="tel" autoComplete="tel" maxLength={40} />
        </Field>
        <Button type="submit" alignSelf="start" busy={form.submitting} busyLabel="Saving...">
          Save profile
        </Button>
      </Stack>
    </form>
  )
}
