import { RequireSignIn, useAuth } from '@shop/auth'
import { useSettings } from '@shop/settings'
import type { ReactNode } from 'react'

/**
 * Requires sign-in on the four checkout routes when the setting `checkout.requireSignIn` is on. Whoever's session has ended
 * stays, since the pages sign in on the spot.
 */
export function RequireSignInIfConfigured({ children }: { children: ReactNode }) {
  const { ended } = useAuth()
  const { requireSignIn } = useSettings().checkout
  return <RequireSignIn when={requireSignIn && !ended}>{children}</RequireSignIn>
}
