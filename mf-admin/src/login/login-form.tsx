import { Button, Field, Input, Stack, useToast } from '@shop/ui'
import { useState, type FormEvent } from 'react'
import { useStaffSession } from '../staff/staff-provider'

const welcome = {
  title: 'Welcome back!',
  description: 'You have successfully signed in.',
  status: 'success',
} as const
const accessDenied = {
  title: 'Access Denied',
  description: 'You need admin credentials to access this area.',
  status: 'error',
} as const
const unexpected = {
  title: 'Sign In Error',
  description: 'An unexpected error occurred.',
  status: 'error',
} as const

/** Signs staff in; anyone else is told that this is not for them. */
export function LoginForm() {
  const { signIn } = useStaffSession()
  const toast = useToast()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const blank = email.trim() === '' || password === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (blank || busy) return
    setBusy(true)
    try {
      toast((await signIn(email.trim(), password)) ? welcome : accessDenied)
    } catch (error) {
      // After a network failure the provider's message only dumps the response.
      const refused =
        error instanceof Error && error.name.startsWith('Auth') && error.name !== 'AuthRetryableFetchError'
      if (!refused) console.error(error)
      toast(refused ? { title: 'Sign In Failed', description: error.message, status: 'error' } : unexpected)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack as="form" gap="1.1rem" onSubmit={(event) => void submit(event)}>
      <Field label="Email" required>
        <Input
          type="email"
          autoComplete="username"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </Field>
      <Field label="Password" required>
        <Input
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      <Button type="submit" full disabled={blank} busy={busy} busyLabel="Signing in...">
        Sign In
      </Button>
    </Stack>
  )
}
