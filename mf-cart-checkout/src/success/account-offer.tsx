import { useAuth } from '@shop/auth'
import { useNavigate } from '@shop/router'
import { row, useAppMutation } from '@shop/supabase'
import { Box, Button, Heading, LinkButton, Text, useToast } from '@shop/ui'
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
        description: 'The account could not be prepared. Please try again.',
        status: 'error',
      })
    },
  })
  if (status !== 'signed-out') return <Box>{beside}</Box>
  if (hasAccount)
    return (
      <Box as="section" display="grid" gap=".75rem" justifyItems="start">
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
      </Box>
    )
  return (
    <Box as="section" display="grid" gap=".75rem" justifyItems="start">
      <Heading level={2}>Keep this order in an account</Heading>
      <Text color="inkSoft">
        See your orders and their delivery in one place. Only a password is missing.
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
    </Box>
  )
}
