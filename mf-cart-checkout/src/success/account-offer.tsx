import { useAuth } from '@shop/auth'
import { useNavigate } from '@shop/router'
import { row, useAppMutation } from '@shop/supabase'
import { Box, Button, chakra, Heading, LinkButton, Text, useToast } from '@shop/ui'
import type { ReactNode } from 'react'

interface AccountOfferProps {
  sessionId: string
  /** The address of the order. */
  email: string
  /** It was bought as a guest, and the address has an account. */
  hasAccount: boolean
  /** The other link, shown to account holders as well. */
  beside: ReactNode
}

const Offer = chakra('section', {
  base: {
    display: 'grid',
    gap: '.75rem',
    justifyItems: 'start',
    padding: 'clamp(1.25rem, 2.4vw, 2.25rem)',
    background: 'surface',
    borderRadius: 'panel',
    boxShadow: { _dark: 'inset 0 0 0 1px {colors.line}' },
    // An offer is for the screen.
    '@media print': { display: 'none' },
  },
})

/** Offers guests an account that includes their order, or leads to the one they have. */
export function AccountOffer({ sessionId, email, hasAccount, beside }: AccountOfferProps) {
  const { status } = useAuth()
  const toast = useToast()
  const navigate = useNavigate()
  const create = useAppMutation({
    mutationFn: (db) =>
      row(
        db.rpc('issue_account_token', { p_session_id: sessionId }).setHeader('x-checkout-session', sessionId),
      ),
    onSuccess: (token) => void navigate(`/create-account?token=${encodeURIComponent(token)}`),
    onError: (failure) => {
      console.error(failure)
      toast({
        title: 'Error',
        description: 'We couldn’t open the form for your account. Please try again.',
        status: 'error',
      })
    },
  })
  if (status !== 'signed-out') return <Box data-screen>{beside}</Box>
  if (hasAccount)
    return (
      <Offer>
        <Heading level={2}>This order is in your account</Heading>
        <Text color="inkSoft" overflowWrap="anywhere">
          {email} already has an account with us. Sign in to see this order there.
        </Text>
        <Box display="flex" flexWrap="wrap" gap=".75rem" paddingTop=".5rem">
          <LinkButton to="/auth" state={{ from: '/account/orders' }}>
            Sign In
          </LinkButton>
          {beside}
        </Box>
      </Offer>
    )
  return (
    <Offer>
      <Heading level={2}>Save this order to an account</Heading>
      <Text color="inkSoft">
        Track this parcel and find your receipt again. We’ve kept your name and email: just choose a password.
      </Text>
      <Box display="flex" flexWrap="wrap" gap=".75rem" paddingTop=".5rem">
        <Button
          busy={create.isPending}
          busyLabel="Preparing..."
          onClick={() => {
            create.mutate()
          }}
        >
          Create an account
        </Button>
        {beside}
      </Box>
    </Offer>
  )
}
