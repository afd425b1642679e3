import { useAuth } from '@shop/auth'
import { Box, Text, TextLink, useHydrated, onDemand } from '@shop/ui'
import { useState } from 'react'

const SignInHere = onDemand(
  async () => (await import('./sign-in-here')).SignInHere,
  'The sign-in',
  <Text color="muted">Have an account? Sign in</Text>,
)

/** Offers guests to sign in on the spot. Without scripts its link leads to the sign-in page. */
export function SignInOffer() {
  const { status, ended } = useAuth()
  const isHydrated = useHydrated()
  const [open, setOpen] = useState(false)
  // The server renders it for everybody.
  if ((status !== 'signed-out' && isHydrated) || ended) return null
  return (
    <Box marginBottom="1.5rem">
      {open ? (
        <SignInHere
          onClose={() => {
            setOpen(false)
          }}
        />
      ) : (
        <Text color="inkSoft">
          Have an account?{' '}
          <TextLink
            to="/auth"
            state={{ from: '/checkout' }}
            onClick={(event) => {
              event.preventDefault()
              setOpen(true)
            }}
          >
            Sign in
          </TextLink>
        </Text>
      )}
    </Box>
  )
}
