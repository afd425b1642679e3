import { cleanCode } from '@shop/settings'
import { useAuth } from '@shop/auth'
import { signIn } from '@shop/auth/sign-in'
import { useBackend } from '@shop/supabase'
import { Box, Button, Field, Heading, Input, TextLink, useToast } from '@shop/ui'
import { useEffect, useRef, useState, type FormEvent } from 'react'

const staffAccount = 'This is a staff account. Use another to shop, or check out as a guest.'

/** Signs a guest in without leaving the checkout; what they typed stays. */
export function SignInHere({ onClose }: { onClose: () => void }) {
  const { enter } = useAuth()
  const backend = useBackend()
  const toast = useToast()
  const email = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<{ email?: string; password?: string }>({})
  const [busy, setBusy] = useState(false)
  // The second press of a double click arrives before the button is disabled.
  const inFlight = useRef(false)
  useEffect(() => email.current?.focus(), [])

  const run = async (credentials: { email: string; password: string }) => {
    try {
      const session = await signIn(backend, credentials)
      if (session) {
        await enter(session)
        toast({ title: 'Welcome back!', description: 'You have successfully signed in.', status: 'success' })
        return
      }
      setProblems({ email: staffAccount })
    } catch (error) {
      const isOurs = error instanceof Error && error.name !== 'AuthRetryableFetchError'
      setProblems({ password: isOurs ? error.message : 'The shop could not be reached. Please try again.' })
    }
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const [address, password] = [cleanCode(String(entered.get('email'))), String(entered.get('password'))]
    if (address === '' || password === '')
      setProblems({
        ...(address === '' && { email: 'Enter your email address' }),
        ...(password === '' && { password: 'Enter your password' }),
      })
    else if (!inFlight.current) {
      inFlight.current = true
      setProblems({})
      setBusy(true)
      void run({ email: address, password }).finally(() => {
        inFlight.current = false
      })
    }
  }

  return (
    <Box
      as="section"
      aria-labelledby="sign-in-here"
      display="grid"
      gap="1rem"
      padding="1.25rem"
      background="surface"
      borderRadius="panel"
    >
      <Heading level={2} look="h3" id="sign-in-here">
        Sign in
      </Heading>
      <form onSubmit={submit} noValidate>
        <Box display="grid" gap="1rem" maxWidth="420px">
          <Field label="Account email" required error={problems.email}>
            <Input ref={email} name="email" type="email" autoComplete="username" maxLength={254} />
          </Field>
          <Field label="Password" required error={problems.password}>
            <Input name="password" type="password" autoComplete="current-password" maxLength={200} />
          </Field>
          <Box display="flex" flexWrap="wrap" alignItems="center" gap=".75rem 1.5rem">
            <Button type="submit" busy={busy} busyLabel="Signing in...">
              Sign In
            </Button>
            <Button variant="text" onClick={onClose}>
              Continue as a guest
            </Button>
            <TextLink to="/auth/forgot" block textStyle="small">
              Forgot your password?
            </TextLink>
          </Box>
        </Box>
      </form>
    </Box>
  )
}
