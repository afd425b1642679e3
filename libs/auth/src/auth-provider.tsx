import { useAtomValue, useStore } from '@shop/state'
import { useBackend, useQueryClient, type Session } from '@shop/supabase'
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { loadingState, type AuthState } from './account'
import { createAuthStore, type AuthStore } from './auth-store'
import { followOtherDevices } from './follow-other-devices'

/** The details entered to open an account. */
interface SignUp {
  email: string
  password: string
  firstName: string
  lastName: string
}

/** The visitor's account, with sign-in and sign-out. The calls reject with an Error carrying the provider's message. */
export interface Auth extends AuthState {
  /** Signs in with a session of the provider. */
  enter(session: Pick<Session, 'access_token' | 'refresh_token'>): Promise<void>
  /** The provider sends an email to confirm the address; the link opens the site's root. */
  signUp(details: SignUp): Promise<void>
  /** Signs in again whoever's session has ended. */
  signInAgain(password: string): Promise<void>
  /** Clears what is kept for whoever's session has ended, on a device that is not theirs alone. */
  forgetEnded(): void
  /** Signs out in this browser, all its tabs included, and clears what the device kept of the visit. */
  signOut(): Promise<void>
  /** Retries after `error`. */
  retry(): Promise<void>
}

/** An error with the provider's message, or ours after a network failure: its client then only dumps the response. */
function toMessage(error: Error): Error {
  return error.name === 'AuthRetryableFetchError'
    ? new Error('The shop could not be reached. Please try again.', { cause: error })
    : error
}

const AuthContext = createContext<AuthStore | null>(null)

// The checkout started last opens a name and an address; the products seen tell what was looked for.
const deviceKeys = ['aurelle_checkout_session', 'aurelle_recent']

/** Clears the visit for the next visitor: what the tab stored (typed addresses, codes) but the age confirmation, and the device. */
function forgetVisit() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('aurelle_') && key !== 'aurelle_age_confirmed') sessionStorage.removeItem(key)
    for (const key of deviceKeys) localStorage.removeItem(key)
  } catch {
    // a browser that blocks storage has stored nothing
  }
}

/**
 * Follows the session of this browser. When the visitor signs out, the account's data is removed from the cache and the
 * device; when the session ends by itself, the cart that is shown and what was typed are kept.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const backend = useBackend()
  const queryClient = useQueryClient()
  const atoms = useStore()
  const [store] = useState(() =>
    createAuthStore(backend, atoms, (change) => {
      if (change === 'ended') {
        queryClient.removeQueries({ type: 'inactive' })
        return
      }
      if (change === 'entered') {
        void queryClient.invalidateQueries()
        return
      }
      backend.guest.clear()
      forgetVisit()
      queryClient.removeQueries({ type: 'inactive' })
      void queryClient.resetQueries()
    }),
  )
  useEffect(() => store.follow(), [store])
  useEffect(() => followOtherDevices({ backend, queryClient }), [backend, queryClient])
  return <AuthContext value={store}>{children}</AuthContext>
}

/** The visitor's account, with sign-in and sign-out. On a server, and while it hydrates, the status is 'loading'. */
export function useAuth(): Auth {
  const store = useContext(AuthContext)
  if (!store) throw new Error('useAuth needs an <AuthProvider> above it')
  const backend = useBackend()
  const state = useAtomValue(store.state, loadingState)
  return useMemo(
    () => ({
      ...state,
      retry: store.retry,
      forgetEnded: store.forgetEnded,
      async enter({ access_token, refresh_token }) {
        const { data, error } = await (await backend.auth()).setSession({ access_token, refresh_token })
        if (error) throw toMessage(error)
        if (data.session) await store.enter(data.session)
      },
      async signUp({ email, password, firstName, lastName }) {
        const { error } = await (
          await backend.auth()
        ).signUp({
          email,
          password,
          options: {
            data: { first_name: firstName, last_name: lastName },
            emailRedirectTo: `${location.origin}/`,
          },
        })
        if (error) throw toMessage(error)
      },
      async signInAgain(password) {
        const email = state.ended?.email ?? ''
        const { data, error } = await (await backend.auth()).signInWithPassword({ email, password })
        if (error) throw toMessage(error)
        await store.enter(data.session)
      },
      signOut: () =>
        store.signOut(async () => {
          const { error } = await (await backend.auth()).signOut({ scope: 'local' })
          if (error) throw toMessage(error)
        }),
    }),
    [state, store, backend],
  )
}
