import { TextLink } from '@shop/ui'
import { AccountFrame } from '../settings/account-frame'
import { DeleteSection } from './delete-section'
import { ExportSection } from './export-section'

/** A copy of everything the shop holds, and deleting the account. */
export function Component() {
  return (
    <AccountFrame
      title="Your data"
      description="Download everything we hold about you, or delete your account."
    >
      {(user) => (
        <>
          <ExportSection />
          <DeleteSection email={user.email} />
          <TextLink to="/privacy" block justifySelf="start" textStyle="small">
            Privacy Policy
          </TextLink>
        </>
      )}
    </AccountFrame>
  )
}
