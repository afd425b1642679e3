import { useAuth } from '@shop/auth'
import { Button, Field, Input, Stack, useToast } from '@shop/ui'
import { useEffect, useRef, useState, type FormEvent } from 'react'

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

/** Signs staff in; anyone else is signed out again, in this browser only, with a message. */
export function LoginForm() {
  const auth = useAuth()
  const latest = useRef(auth)
  useEffect(() => {
    latest.current = auth
  })
  const toast = useToast()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const blank = email.trim() === '' || password === ''

  const enter = async () => {
    const { admin } = await auth.signIn(email.trim(), password)
    if (admin) {
      toast({ title: 'Welcome back!', description: 'You have successfully signed in.', status: 'success' })
      return
    }
    const { error } = latest.current
    await auth.signOut({ scope: 'local' })
    if (error) throw error // the check for staff failed
    toast(accessDenied)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (blank || busy) return
    setBusy(true)
    try {
      await enter()
    } catch (error) {
      const refused = error instanceof Error && error.name.startsWith('Auth')
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
