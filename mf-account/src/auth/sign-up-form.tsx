import { useAuth } from '@shop/auth'
import { useForm } from '@shop/forms'
import { limits } from '@shop/forms/schema'
import { useSettings } from '@shop/settings'
import { Box, Button, Field, Input, Stack, Text, useToast } from '@shop/ui'
import { useState, type ComponentProps } from 'react'
import { NameFields } from '../settings/name-fields'
import { providerMessage } from './auth-failure'
import { ConfirmFirst } from './confirm-first'
import { newAccountOf } from './credential-rules'
import { NewPasswordField } from './new-password-field'
import type { SentResponse } from './sent-response'

/** Opens an account; the visitor then confirms the address by email, so nothing is signed in here. */
export function SignUpForm({
  typed = {},
  response,
}: {
  typed?: Record<string, string>
  /** To the form as it was posted before scripts were there. */
  response?: SentResponse
}) {
  const { signUp } = useAuth()
  const toast = useToast()
  const { passwordMinimum } = useSettings().auth
  const [asked, setAsked] = useState<ComponentProps<typeof ConfirmFirst> | null>(null)
  const form = useForm(newAccountOf(passwordMinimum), {
    initial: typed,
    initialErrors: response?.problems,
    async submit(entered, clear) {
      await signUp(entered)
      toast({
        title: 'Account created!',
        description: 'Please check your email to verify your account.',
        status: 'success',
      })
      setAsked(entered)
      for (const name of Object.keys(typed)) delete typed[name]
      clear()
    },
    onRejected(error) {
      const message = providerMessage(error)
      toast(
        message
          ? { title: 'Sign up failed', description: message, status: 'error' }
          : { title: 'An error occurred', description: 'Please try again later.', status: 'error' },
      )
      return undefined
    },
  })

  const sentTo = asked?.email ?? response?.sentTo
  return (
    <>
      <form {...form.formProps}>
        <Stack gap="1.25rem">
          <NameFields field={form.field} />
          <Field label="Email" required {...form.field('email')}>
            <Input type="email" autoComplete="username" maxLength={limits.email} />
          </Field>
          <NewPasswordField key={asked?.email} {...form.field('password')} />
          <Button type="submit" full busy={form.submitting} busyLabel="Creating account...">
            Sign Up
          </Button>
          <Box aria-live="polite">
            {sentTo && (
              <Text textStyle="small" color="inkSoft" overflowWrap="anywhere">
                A link to verify your account is on its way to {sentTo}.
              </Text>
            )}
          </Box>
        </Stack>
      </form>
      {asked && <ConfirmFirst key={asked.email} {...asked} />}
    </>
  )
}
