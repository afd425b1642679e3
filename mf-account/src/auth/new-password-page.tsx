import { RequireSignIn, useAuth } from '@shop/auth'
import { useForm } from '@shop/forms'
import { Navigate, useLocation, useNavigate } from '@shop/router'
import { useBackend } from '@shop/supabase'
import { Button, Stack, useToast } from '@shop/ui'
import * as v from 'valibot'
import { setPassword } from './account-calls'
import { providerMessage } from './auth-failure'
import { AuthFrame } from './auth-frame'
import { newPassword } from './credential-rules'
import { NewPasswordField } from './new-password-field'

const choice = v.object({ password: newPassword })
const byLink = v.object({ byLink: v.literal(true) })

/** Chooses a new password after the link of a letter has signed in. Whoever comes another way is asked for the present one. */
export function Component() {
  const { state } = useLocation()
  return (
    <RequireSignIn>
      {v.is(byLink, state) ? <NewPassword /> : <Navigate to="/account/security" replace />}
    </RequireSignIn>
  )
}

function NewPassword() {
  const { user } = useAuth()
  const db = useBackend()
  const navigate = useNavigate()
  const toast = useToast()
  const form = useForm(choice, {
    async submit({ password }) {
      await setPassword(db, password)
      toast({
        title: 'Password changed',
        description: 'You are signed in here, and signed out on all other devices.',
        status: 'success',
      })
      await navigate('/account', { replace: true })
    },
    onRefused(error) {
      const message = providerMessage(error)
      if (message) return { field: 'password', message }
      toast({
        title: 'Your password was not changed',
        description: 'Please try again in a moment.',
        status: 'error',
      })
      return undefined
    },
  })
  return (
    <AuthFrame title="Choose a new password" text={`For the account of ${user?.email ?? ''}.`}>
      <form {...form.formProps}>
        <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
        <Stack gap="1.25rem">
          <NewPasswordField label="New password" {...form.field('password')} />
          <Button type="submit" full busy={form.submitting} busyLabel="Saving...">
            Save password
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
