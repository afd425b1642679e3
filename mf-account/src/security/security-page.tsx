import { AccountFrame } from '../settings/account-frame'
import { DevicesSection } from './devices-section'
import { EmailForm } from './email-form'
import { PasswordForm } from './password-form'

/** Password, email address and the devices that are signed in. */
export function Component() {
  return (
    <AccountFrame
      title="Sign-in and devices"
      description="Your password, your email address and where you are signed in."
    >
      {(user) => (
        <>
          <PasswordForm email={user.email} />
          <EmailForm email={user.email} />
          <DevicesSection userId={user.id} />
        </>
      )}
    </AccountFrame>
  )
}
