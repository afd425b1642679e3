import { useAuth } from '@shop/auth'
import { Navigate } from '@shop/router'
import { PageHead } from '@shop/settings'
import { Box, Heading, LinkButton, Text, TextLink, Wrap } from '@shop/ui'

/** For a link whose address has an account: the order is in it, so signing in is all that is missing. */
export function ExistingAccount({ email }: { email: string }) {
  const { status, user } = useAuth()
  if (user?.email.toLowerCase() === email.toLowerCase()) return <Navigate to="/account/orders" replace />
  return (
    <Wrap paddingBlock="clamp(2.5rem, 7vw, 6rem)">
      <PageHead title="Create Account" description="Create an account after your purchase." noindex />
      <Box maxWidth="480px" marginInline="auto" display="grid" gap="1.5rem" justifyItems="start">
        <Heading level={1}>You have an account</Heading>
        <Text color="inkSoft" overflowWrap="anywhere">
          <b>{email}</b> already has an account with us, and your order is in it. Sign in to see it.
        </Text>
        {status === 'signed-in' ? (
          <Text>You’re signed in with a different address. Sign out first, then sign in with this one.</Text>
        ) : (
          <LinkButton to="/auth" state={{ from: '/account/orders' }}>
            Sign In
          </LinkButton>
        )}
        <TextLink to="/" block textStyle="small">
          Back to home
        </TextLink>
      </Box>
    </Wrap>
  )
}
