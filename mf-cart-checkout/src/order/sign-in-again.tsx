import { useAuth, type Account } from '@shop/auth'
import { useLocation } from '@shop/router'
import { Box, Button, Field, Heading, Input, Text, TextLink, useToast } from '@shop/ui'
import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react'

const maxPassword = 200

interface SignInAgainProps {
  ended: Account
  /** What is kept, as a sentence. */
  kept: string
  password?: Ref<HTMLInputElement>
}

/** Says that the session has ended and what is kept, and signs in on the spot. */
export function SignInAgain({ ended, kept, password }: SignInAgainProps) {
  const { signInAgain, forgetEnded } = useAuth()
  const { pathname, search } = useLocation()
  const toast = useToast()
  const [entered, setEntered] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  // A double click comes before the button shows that it is busy.
  const inFlight = useRef(false)
  // The form below may be far down when the session ends.
  useEffect(
    () => toast({ title: 'Your session has ended', description: kept, status: 'error' }),
    [toast, kept],
  )

  const signIn = async () => {
    try {
      await signInAgain(entered)
      toast({ title: 'Welcome back!', description: 'You have successfully signed in.', status: 'success' })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Please try again later.')
      setBusy(false)
    } finally {
      inFlight.current = false
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (entered === '') setProblem('Password is required')
    else if (!inFlight.current) {
      inFlight.current = true
      setBusy(true)
      void signIn()
    }
  }

  return (
    <Box
      as="section"
      aria-labelledby="session-ended"
      display="grid"
      gap="1rem"
      marginBottom="clamp(2rem, 4vw, 3rem)"
      padding="1.25rem"
      background="warningSoft"
      borderRadius="panel"
      overflowWrap="anywhere"
    >
      <Heading level={2} look="h3" id="session-ended">
        Your session has ended
      </Heading>
      <Text>
        {kept} Sign in again as <b>{ended.email}</b> to go on.
      </Text>
      <form onSubmit={submit} noValidate>
        <Box display="grid" gap="1rem" maxWidth="420px">
          <input type="email" hidden autoComplete="username" value={ended.email} readOnly />
          <Field label="Password" required error={problem}>
            <Input
              ref={password}
              type="password"
              autoComplete="current-password"
              maxLength={maxPassword}
              value={entered}
              onChange={(event) => {
                setEntered(event.target.value)
                setProblem(undefined)
              }}
            />
          </Field>
          <Box display="flex" flexWrap="wrap" alignItems="center" gap=".75rem 1.5rem">
            <Button type="submit" busy={busy} busyLabel="Signing in...">
              Sign In
            </Button>
            <Button variant="quiet" onClick={forgetEnded}>
              Not you? Clear this form
            </Button>
            <TextLink to="/auth" state={{ from: pathname + search }} block textStyle="small">
              Sign in another way
            </TextLink>
          </Box>
        </Box>
      </form>
    </Box>
  )
}
