import { Heading, Panel, Text } from '@shop/ui'
import { awaitedAccount } from './awaited-account'
import { ConfirmFirst } from './confirm-first'

/** Says how to complete the account that was just requested. It is shown until somebody signs in. */
export function AlmostThere() {
  const account = awaitedAccount.read()
  if (!account) return null
  return (
    <Panel gap=".5rem">
      <Heading level={2} look="h3">
        Almost there
      </Heading>
      <Text overflowWrap="anywhere">
        Open the email we sent to <b>{account.email}</b> and follow its link. Your account is then open, with
        your order in it.
      </Text>
      <ConfirmFirst {...account} />
    </Panel>
  )
}
