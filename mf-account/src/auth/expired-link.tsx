import { useAuth } from '@shop/auth'
import { LinkButton, Stack, Text, TextLink } from '@shop/ui'
import { AuthFrame } from './auth-frame'
import { SendAgain } from './send-again'

/** Says that a link is used up or too old, and sends a new one. */
export function ExpiredLink() {
  const { status, user } = useAuth()
  return (
    <AuthFrame
      title="This link has expired"
      text="Links in our emails work once, within an hour. This one has been used or has expired."
    >
      {status === 'signed-in' ? (
        <Stack gap="1rem">
          <Text>You are signed in as {user?.email}, so there’s nothing left to do.</Text>
          <LinkButton to="/account" justifySelf="start">
            Open your account
          </LinkButton>
        </Stack>
      ) : (
        <Stack gap="1.25rem">
          <Text>
            If you’ve used it before, your address is already confirmed: just{' '}
            <TextLink to="/auth">sign in</TextLink>. Otherwise we can send you a new one.
          </Text>
          <SendAgain />
        </Stack>
      )}
    </AuthFrame>
  )
}
