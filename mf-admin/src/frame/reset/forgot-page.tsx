import { cleanCode, isEmail } from '@shop/settings'
import { useBackend } from '@shop/supabase'
import { Box, Text, TextLink } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { TextField } from '../../kit/fields'
import { Form, SubmitButton, useKitForm } from '../../kit/form'
import { useProviderToast } from '../staff/use-provider-toast'
import { PortalFrame } from '../login/portal-frame'

const request = v.object({
  email: v.pipe(v.string(), v.transform(cleanCode), v.check(isEmail, 'Enter your email address.')),
})

/** Sends staff a link to choose a new password. It says the same whether or not the address has an account. */
export function Component() {
  const backend = useBackend()
  const reject = useProviderToast('We couldn’t send the email')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useKitForm(request, {
    defaultValues: { email: '' },
    onSubmit: async ({ email }) => {
      const auth = await backend.auth()
      const redirectTo = `${location.origin}/admin/reset`
      const { error } = await auth.resetPasswordForEmail(email, { redirectTo })
      if (error) throw error
      setSentTo(email)
    },
    onRejected: reject,
    failure: 'Something went wrong. Please try again.',
    guarded: false,
  })
  return (
    <PortalFrame
      title="Forgot your password?"
      text="We’ll send a link to your email address, to choose a new one."
    >
      <Form form={form}>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
        <SubmitButton full busyLabel="Sending...">
          {sentTo === null ? 'Send the link' : 'Send again'}
        </SubmitButton>
      </Form>
      <Box aria-live="polite">
        {sentTo !== null && (
          <Text textStyle="small" overflowWrap="anywhere">
            If {sentTo} has an account with us, a link is on its way. It works for an hour. Please check your
            junk folder too, or{' '}
            <TextLink to="/admin/reset" state={{ email: sentTo }}>
              enter the code from the email
            </TextLink>
            .
          </Text>
        )}
      </Box>
      <TextLink to="/admin/login" block justifySelf="start" textStyle="small">
        Back to sign in
      </TextLink>
    </PortalFrame>
  )
}
