import { useForm } from '@shop/forms'
import { optionalText } from '@shop/forms/schema'
import { BackendError, useBackend } from '@shop/supabase'
import { Button, Field, Input, Stack, useToast } from '@shop/ui'
import * as v from 'valibot'
import { phoneSchema } from '../addresses/address-schema'
import { NameFields } from '../settings/name-fields'
import { saveProfile, type Profile } from './read-profile'

const fields = v.object({ firstName: optionalText(), lastName: optionalText(), phone: phoneSchema })

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
    onRejected(error) {
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
        <NameFields field={form.field} />
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
