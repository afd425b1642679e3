import { RequireSignIn } from '@shop/auth'
import { useSettings } from '@shop/settings'
import type { ReactNode } from 'react'

/** The guard of the four buying routes: it stays mounted and obeys `checkout.requireSignIn`. */
export function Guarded({ children }: { children: ReactNode }) {
  return <RequireSignIn when={useSettings().checkout.requireSignIn}>{children}</RequireSignIn>
}
