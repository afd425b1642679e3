import { useActionData } from '@shop/router'
import { limits } from '@shop/forms/schema'
import { withoutScripts } from '@shop/forms/without-scripts'
import { Button, Field, Input, Stack, Text, TextLink } from '@shop/ui'
import { AuthFrame } from '../auth/auth-frame'
import type { SentAnswer } from './sent-answer'

export { action } from './forgot-action'

/** Asks for the link with which a new password is chosen, without scripts. The page that it opens needs them. */
export function Component() {
  const answer = useActionData<SentAnswer>()
  return (
    <AuthFrame
      title="Forgot your password?"
      text="Enter your email and we’ll send you a link. Please open it in a browser that allows JavaScript."
    >
      {answer?.sentTo && (
        <Text role="status" overflowWrap="anywhere">
          If {answer.sentTo} has an account with us, a link is on its way. It works for an hour.
        </Text>
      )}
      {answer?.refused && (
        <Text role="alert" color="danger">
          {answer.refused}
        </Text>
      )}
      <form method="post" noValidate>
        <Stack gap="1.25rem">
          <Field
            label="Email"
            required
            name="email"
            defaultValue={answer?.typed.email}
            error={answer?.problems.email}
          >
            <Input type="email" autoComplete="username" maxLength={limits.email} />
          </Field>
          <Button type="submit" full>
            {answer?.sentTo ? 'Send again' : 'Send the link'}
          </Button>
        </Stack>
      </form>
      <TextLink to={withoutScripts('/auth')} block justifySelf="start" textStyle="small">
        Back
      </TextLink>
    </AuthFrame>
  )
}
