import { useForm } from '@shop/forms'
import { limits } from '@shop/forms/schema'
import { useActionData, useLocation } from '@shop/router'
import { useBackend } from '@shop/supabase'
import { Box, Button, Field, Input, Stack, Text, TextLink, useToast } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { sendReset } from './account-calls'
import { providerMessage } from './auth-failure'
import { AuthFrame } from './auth-frame'
import { email } from './credential-rules'
import type { SentResponse } from './sent-response'

const request = v.object({ email })
const typed = v.fallback(v.object({ email: v.string() }), { email: '' })

/** Sends a link that lets its reader choose a new password. Says the same whether or not the address has an account. */
export function Component() {
  const db = useBackend()
  const toast = useToast()
  const { state } = useLocation()
  const response = useActionData<SentResponse>()
  const [sentTo, setSentTo] = useState(response?.sentTo ?? null)
  const form = useForm(request, {
    initial: response?.typed ?? v.parse(typed, state),
    initialErrors: response?.problems,
    async submit(entered) {
      await sendReset(db, entered.email)
      setSentTo(entered.email)
    },
    onRejected(error) {
      const message = providerMessage(error)
      toast(
        message
          ? { title: 'We couldn’t send the email', description: message, status: 'error' }
          : { title: 'An error occurred', description: 'Please try again later.', status: 'error' },
      )
      return undefined
    },
  })
  return (
    <AuthFrame
      title="Forgot your password?"
      text="Enter the email address of your account and we’ll send you a link to choose a new one."
    >
      <noscript>
        <Text>Please open the link in a browser that allows JavaScript.</Text>
      </noscript>
      {response?.rejected && (
        <Text role="alert" color="danger">
          {response.rejected}
        </Text>
      )}
      <form {...form.formProps}>
        <Stack gap="1.25rem">
          <Field label="Email" required {...form.field('email')}>
            <Input type="email" autoComplete="username" maxLength={limits.email} />
          </Field>
          <Button type="submit" full busy={form.submitting} busyLabel="Sending...">
            {sentTo ? 'Send again' : 'Send the link'}
          </Button>
          <Box aria-live="polite">
            {sentTo && (
              <Text textStyle="small" color="inkSoft" overflowWrap="anywhere">
                If {sentTo} has an account with us, a link is on its way. It works for an hour. Please check
                your junk folder too, or{' '}
                <TextLink to="/auth/link" state={{ type: 'recovery', email: sentTo }}>
                  enter the code from the email
                </TextLink>
                .
              </Text>
            )}
          </Box>
        </Stack>
      </form>
      <TextLink to="/auth" block justifySelf="start" textStyle="small">
        Back to sign in
      </TextLink>
    </AuthFrame>
  )
}
