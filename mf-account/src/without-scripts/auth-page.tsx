import { useActionData } from '@shop/router'
import { limits } from '@shop/forms/schema'
import { withoutScripts } from '@shop/forms/without-scripts'
import { useSettings } from '@shop/settings'
import { Box, Button, Field, Grid, Heading, Input, Stack, Text, TextLink } from '@shop/ui'
import { AuthFrame } from '../auth/auth-frame'
import type { SentAnswer } from './sent-answer'

export { action } from './auth-action'

/** Opens an account without scripts. Nobody can be signed in without them: the session is kept by the shop's scripts. */
export function Component() {
  const answer = useActionData<SentAnswer>()
  const { passwordMinimum } = useSettings().auth
  const field = (name: string) => ({
    name,
    defaultValue: answer?.typed[name],
    error: answer?.problems[name],
  })
  return (
    <AuthFrame
      title="Welcome"
      text="To sign in, please allow JavaScript for this site. You can buy and follow a parcel without an account."
    >
      <Box display="flex" flexWrap="wrap" gap=".5rem 1.5rem">
        <TextLink to={withoutScripts('/track-order')} block>
          Track an order
        </TextLink>
        <TextLink to={withoutScripts('/auth/forgot')} block>
          Forgot your password?
        </TextLink>
      </Box>
      <Heading level={2}>Sign Up</Heading>
      {answer?.sentTo && (
        <Text role="status" overflowWrap="anywhere">
          Account created! A link to verify your account is on its way to {answer.sentTo}. Your orders with
          this address will be in it.
        </Text>
      )}
      {answer?.refused && (
        <Text role="alert" color="danger">
          {answer.refused}
        </Text>
      )}
      <form method="post" noValidate>
        <Stack gap="1.25rem">
          <Grid gap="1.25rem" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
            <Field label="First name" optional {...field('firstName')}>
              <Input autoComplete="given-name" maxLength={limits.name} />
            </Field>
            <Field label="Last name" optional {...field('lastName')}>
              <Input autoComplete="family-name" maxLength={limits.name} />
            </Field>
          </Grid>
          <Field label="Email" required {...field('email')}>
            <Input type="email" autoComplete="username" maxLength={limits.email} />
          </Field>
          <Field
            label="Password"
            required
            hint={`At least ${passwordMinimum} characters`}
            name="password"
            error={answer?.problems.password}
          >
            <Input type="password" autoComplete="new-password" maxLength={200} />
          </Field>
          <Button type="submit" full>
            Sign Up
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
