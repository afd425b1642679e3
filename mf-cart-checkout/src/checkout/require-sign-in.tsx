import { RequireSignIn, useAuth } from '@shop/auth'
import { useSettings } from '@shop/settings'
import { useSearchParams } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import { useState, type ReactNode } from 'react'
import { sessionQuery } from './checkout-session'

/**
 * Requires sign-in on the four checkout routes when the setting `checkout.requireSignIn` is on. Whoever's session has ended
 * stays, since the pages sign in on the spot.
 */
export function RequireSignInIfConfigured({ children }: { children: ReactNode }) {
  return <RequireSignInFor everyone>{children}</RequireSignInFor>
}

/**
 * The same for pages of a checkout that exists: what staff have put together is paid by whoever has its link.
 * @param status that of the checkouts which the page shows
 */
export function RequireSignInOfShoppers({
  status,
  children,
}: {
  status: 'pending' | 'completed'
  children: ReactNode
}) {
  const [search] = useSearchParams()
  const { data: session } = useAppQuery(sessionQuery(search.get('session') ?? '', status))
  // The confirmation takes the id out of the address.
  const [byStaff, setByStaff] = useState(false)
  if (session?.byStaff && !byStaff) setByStaff(true)
  return <RequireSignInFor everyone={!byStaff}>{children}</RequireSignInFor>
}

function RequireSignInFor({ everyone, children }: { everyone: boolean; children: ReactNode }) {
  const { ended } = useAuth()
  const { requireSignIn } = useSettings().checkout
  return <RequireSignIn when={everyone && requireSignIn && !ended}>{children}</RequireSignIn>
}
