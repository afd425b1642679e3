import { useAtomValue, useStore } from '@shop/state'
import { useBackend, useQueryClient } from '@shop/supabase'
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { loadingState, type Account, type Admin, type AuthState } from './account'
import { createAuthStore, type AuthStore } from './auth-store'

/** What a visitor gives to open an account. */
interface SignUp {
  email: string
  password: string
  firstName: string
  lastName: string
}

/** Who the visitor is, and the ways to change it. The calls reject with an Error carrying the provider's message. */
export interface Auth extends AuthState {
  /** Resolves when it is known whether the account is staff. */
  signIn(email: string, password: string): Promise<{ user: Account; admin: Admin | null }>
  /** The provider sends an e-mail to confirm the address; the link leads to the site's root. */
  signUp(details: SignUp): Promise<void>
  /** Everywhere ('global', the standard), or in this browser only ('local'). */
  signOut(options?: { scope?: 'global' | 'local' }): Promise<void>
  /** Tries again after `error`. */
  retry(): Promise<void>
}

/** The provider's own words, or ours where it had none: its client describes a lost answer by dumping it. */
function told(error: Error): Error {
  return error.name === 'AuthRetryableFetchError'
    ? new Error('The shop could not be reached. Please try again.', { cause: error })
    : error
}

const AuthContext = createContext<AuthStore | null>(null)

/** What a tab keeps for a refresh, such as an address that was typed or a code, is of no concern to who comes next; that the visitor is of age may stay. */
function forgetVisit() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('aurelle_') && key !== 'aurelle_age_confirmed') sessionStorage.removeItem(key)
  } catch {
    // a browser that refuses storage has kept nothing
  }
}

/** Follows the sign-in of this browser. What an account has read leaves the cache and the device together with it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const backend = useBackend()
  const queryClient = useQueryClient()
  const atoms = useStore()
  const [store] = useState(() =>
    createAuthStore(backend, atoms, ({ left }) => {
      if (!left) {
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
  return <AuthContext value={store}>{children}</AuthContext>
}

/** Who the visitor is, and the ways to change it. On a server, and while it hydrates, the status is 'loading'. */
export function useAuth(): Auth {
  const store = useContext(AuthContext)
  if (!store) throw new Error('useAuth needs an <AuthProvider> above it')
  const backend = useBackend()
  const state = useAtomValue(store.state, loadingState)
  return useMemo(
    () => ({
      ...state,
      retry: store.retry,
      async signIn(email, password) {
        const { data, error } = await (await backend.auth()).signInWithPassword({ email, password })
        if (error) throw told(error)
        return store.enter(data.session)
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
        if (error) throw told(error)
      },
      async signOut({ scope = 'global' } = {}) {
        const { error } = await (await backend.auth()).signOut({ scope })
        if (error) throw told(error)
        store.leave()
      },
    }),
    [state, store, backend],
  )
}
