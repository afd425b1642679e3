import { useForm } from '@shop/forms'
import { limits } from '@shop/forms/schema'
import { useBackend } from '@shop/supabase'
import { useAuth } from '@shop/auth'
import { Box, Button, Field, Input, RadioCardGroup, RadioChip, Stack, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { useSettings } from '@shop/settings'
import { sendReset } from './account-calls'
import { providerMessage } from './auth-failure'
import { email, newPasswordOf } from './credential-rules'
import { NewPasswordField } from './new-password-field'

/** Asks for an address and sends a new link: to confirm an account, which repeats its sign-up, or to choose a new password. */
export function SendAgain() {
  const db = useBackend()
  const { signUp } = useAuth()
  const { passwordMinimum } = useSettings().auth
  const toast = useToast()
  const [purpose, setPurpose] = useState('confirm')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const confirms = purpose === 'confirm'
  const request = v.object({
    email,
    password: confirms ? newPasswordOf(passwordMinimum) : v.optional(v.string(), ''),
  })
  const form = useForm(request, {
    async submit({ email, password }) {
      if (confirms) await signUp({ email, password, firstName: '', lastName: '' })
      else await sendReset(db, email)
      setSentTo(email)
    },
    onRejected(error) {
      toast({
        title: 'We couldn’t send the email',
        description: providerMessage(error) ?? 'Please try again later.',
        status: 'error',
      })
      return undefined
    },
  })
  return (
    <form {...form.formProps} aria-label="Send a new link">
      <Stack gap="1.25rem">
        <RadioCardGroup label="What is the link for?" name="purpose" value={purpose} onChange={setPurpose}>
          <Box display="flex" flexWrap="wrap" gap=".6rem">
            <RadioChip value="confirm" label="To confirm my account" />
            <RadioChip value="password" label="To choose a new password" />
          </Box>
        </RadioCardGroup>
        <Field label="Email" required {...form.field('email')}>
          <Input type="email" autoComplete="username" maxLength={limits.email} />
        </Field>
        {confirms && <NewPasswordField note="You’ll sign in with it." {...form.field('password')} />}
        <Button type="submit" full busy={form.submitting} busyLabel="Sending...">
          Send again
        </Button>
        <Sent to={sentTo} />
      </Stack>
    </form>
  )
}

/** Says that an email is on its way, and nothing of whether the address has an account. */
function Sent({ to }: { to: string | null }) {
  return (
    <Box aria-live="polite">
      {to && (
        <Text textStyle="small" color="inkSoft" overflowWrap="anywhere">
          If there’s an account waiting for {to}, we’ve sent a new email. Please check your junk folder too.
        </Text>
      )}
    </Box>
  )
}
