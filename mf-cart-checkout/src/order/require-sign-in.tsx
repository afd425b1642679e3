import { RequireSignIn } from '@shop/auth'
import { useSettings } from '@shop/settings'
import type { ReactNode } from 'react'

/** Requires sign-in on the four checkout routes when the setting `checkout.requireSignIn` is on. */
export function RequireSignInIfConfigured({ children }: { children: ReactNode }) {
  return <RequireSignIn when={useSettings().checkout.requireSignIn}>{children}</RequireSignIn>
}
