import { useAuth } from '@shop/auth'
import { useForm } from '@shop/forms'
import { useSettings } from '@shop/settings'
import { Box, Button, Stack, Text, TextLink } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { providerMessage } from './auth-failure'
import { newPasswordOf } from './credential-rules'
import { NewPasswordField } from './new-password-field'

interface ConfirmFirstProps {
  email: string
  firstName?: string
  lastName?: string
  /** As chosen just now; undefined when it has to be entered again. */
  password?: string
}

/**
 * Offers the email that confirms a new account once more, and to type its code. It repeats the sign-up of this browser:
 * the address may have another one, of somebody else.
 */
export function ConfirmFirst({ email, firstName = '', lastName = '', password }: ConfirmFirstProps) {
  const { signUp } = useAuth()
  const { passwordMinimum } = useSettings().auth
  const [isAsking, setAsking] = useState(false)
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = isAsking ? newPasswordOf(passwordMinimum) : v.optional(v.string(), '')
  const form = useForm(v.object({ password: chosen }), {
    async submit(entered) {
      if (password === undefined && !isAsking) {
        setAsking(true)
        return
      }
      setProblem(null)
      setSent(false)
      await signUp({ email, firstName, lastName, password: password ?? entered.password })
      setAsking(false)
      setSent(true)
    },
    onRejected(error) {
      setProblem(providerMessage(error) ?? 'Please try again in a moment.')
      return undefined
    },
  })
  return (
    <form {...form.formProps} aria-label="Send the email again">
      <Stack gap=".5rem">
        <TextLink
          to="/auth/link"
          state={{ type: 'signup', email }}
          block
          justifySelf="start"
          textStyle="small"
        >
          Enter the code from the email
        </TextLink>
        {isAsking && (
          <NewPasswordField
            label="Password of the new account"
            note="Please choose it again."
            autoFocus
            {...form.field('password')}
          />
        )}
        <Button type="submit" variant="text" alignSelf="start" busy={form.submitting} busyLabel="Sending...">
          Send the email again
        </Button>
        <Box aria-live="polite">
          {isSent && (
            <Text textStyle="small" color="inkSoft" overflowWrap="anywhere">
              Sent to {email}. Please check your junk folder too.
            </Text>
          )}
          {problem && (
            <Text textStyle="small" color="danger">
              We couldn’t send the email. {problem}
            </Text>
          )}
        </Box>
      </Stack>
    </form>
  )
}
