import { atom, type Atom, type Store } from '@shop/state'
import type { Backend, Session } from '@shop/supabase'
import { loadingState, signedOutState, toAccount, type AuthState } from './account'
import { endedSession, signedOutOf, storedAccount } from './ended-session'

/** The sign-in of one tab. */
export interface AuthStore {
  state: Atom<AuthState>
  /** Subscribes to the session of this browser, other tabs included. @returns unsubscribe */
  follow(): () => void
  /** Retries what failed. */
  retry(): Promise<void>
  /** Adopts a new session. */
  enter(session: Session): Promise<void>
  /** Signs the visitor out, which clears the device in every tab. @param end ends the session; when it rejects nothing changes */
  signOut(end: () => Promise<void>): Promise<void>
  /** Clears what is kept for whoever's session has ended. */
  forgetEnded(): void
}

/** The reason of the change: the visitor signed out, or their session ended; otherwise somebody signed in. */
export type AccountChange = 'entered' | 'left' | 'ended'

const rejected = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  (error.status === 401 || error.status === 403)

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/**
 * @param backend the backend of this tab
 * @param store the Jotai store of this tab, which contains the state
 * @param onAccountChange called when the account changes
 */
export function createAuthStore(
  backend: Backend,
  store: Store,
  onAccountChange: (change: AccountChange) => void,
): AuthStore {
  const state = atom<AuthState>(
    backend.hasSession() ? loadingState : { ...signedOutState, ended: endedSession.read() },
  )
  // Read before the client can remove it.
  const atStart = storedAccount()
  const current = () => store.get(state)
  const set = (next: AuthState) => {
    store.set(state, next)
  }
  let connection: Promise<{ unsubscribe(): void } | undefined> | undefined
  let resuming: Promise<void> | undefined

  const isSignedOut = (id: string) => signedOutOf.read() === id

  const leave = (error: Error | null = null) => {
    const { user, status, ended: before } = current()
    const account = user ?? (status === 'loading' ? atStart : null)
    const lost = error || !account || isSignedOut(account.id) ? null : account
    const ended = account ? lost : before
    set({ ...signedOutState, ended, error })
    endedSession.write(ended ?? undefined)
    if (user ?? lost) onAccountChange(lost ? 'ended' : 'left')
  }

  const forgetEnded = () => {
    set(signedOutState)
    onAccountChange('left')
  }

  const end = async () => {
    await (await backend.auth()).signOut({ scope: 'local' })
    leave()
  }

  const enter = (session: Session) => {
    const user = toAccount(session.user)
    const before = current()
    const previous = before.user ?? before.ended
    const left = previous !== null && previous.id !== user.id
    const fresh = before.status === 'signed-out'
    endedSession.write(undefined)
    signedOutOf.write(undefined)
    set({ status: 'signed-in', user, ended: null, error: null })
    if (left || fresh) onAccountChange(left ? 'left' : 'entered')
  }

  /** A session found in the browser counts once the provider has confirmed it. */
  const confirm = async () => {
    try {
      const auth = await backend.auth()
      const { data, error } = await auth.getSession()
      if (error) throw error
      if (!data.session) {
        leave()
        return
      }
      const response = await auth.getUser()
      if (!backend.hasSession()) leave()
      else if (!response.error) enter(data.session)
      else if (rejected(response.error)) await end()
      else throw response.error
    } catch (error) {
      leave(rejected(error) || !backend.hasSession() ? null : asError(error))
    }
  }
  const resume = () =>
    (resuming ??= confirm().finally(() => {
      resuming = undefined
    }))

  const connect = () =>
    (connection ??= backend
      .auth()
      .then(
        (auth) =>
          auth.onAuthStateChange((event, session) => {
            if (event === 'INITIAL_SESSION') void resume()
            else if (!session) leave()
            else if (
              current().status === 'signed-in' ||
              (current().status === 'signed-out' && !current().error)
            )
              enter(session)
            else if (current().error) void resume()
          }).data.subscription,
      )
      .catch((error: unknown) => {
        connection = undefined
        leave(asError(error))
        return undefined
      }))

  const onStorage = () => {
    const { ended } = current()
    if (backend.hasSession()) void connect()
    else if (ended && isSignedOut(ended.id)) forgetEnded()
  }

  return {
    state,
    follow() {
      onStorage()
      addEventListener('storage', onStorage)
      return () => {
        removeEventListener('storage', onStorage)
        void connection?.then((subscription) => subscription?.unsubscribe())
        connection = undefined
      }
    },
    async retry() {
      set(loadingState)
      await connect()
      await resume()
    },
    async enter(session) {
      await connect()
      enter(session)
    },
    async signOut(end) {
      const id = current().user?.id
      // First, because the other tabs hear of the sign-out before this one has its answer.
      signedOutOf.write(id)
      try {
        await end()
      } catch (error) {
        signedOutOf.write(undefined)
        throw error
      }
      leave()
    },
    forgetEnded,
  }
}
