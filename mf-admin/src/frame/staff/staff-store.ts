import { BackendError, type Backend } from '@shop/supabase'
import { checkStaff, missingStep, noteCheck, type TwoFactorStep, type Staff } from './check-staff'

/** The provider's account calls. */
export type Auth = Awaited<ReturnType<Backend['auth']>>

/**
 * Has the member do what their sign-in lacks, in its session. It resolves when that is done.
 * @throws StepCancelled when they turn back
 */
export type AskTwoFactor = (step: TwoFactorStep, auth: Auth) => Promise<void>

/** The member has turned back at two-factor sign-in. */
export class StepCancelled extends Error {
  override name = 'StepCancelled'
}

/** Why a session that was kept here is no longer one. */
type Ended = 'access' | 'session' | 'two-factor'

/** The sign-in of staff in one tab. */
export type StaffState =
  | { status: 'checking' }
  /** `ended` says why a session that was kept here is no longer one; null when nobody was signed in or they signed out. */
  | { status: 'signed-out'; ended: Ended | null }
  /** The session that is kept here could not be checked. */
  | { status: 'failed'; error: unknown }
  | { status: 'signed-in'; userId: string; staff: Staff }

/** The sign-in of staff in one tab, as an external store. */
export interface StaffStore {
  state(): StaffState
  subscribe(changed: () => void): () => void
  /** Follows the session of this browser, other tabs included. @returns stops following */
  follow(): () => void
  /**
   * Signs in. An account that is not staff is signed out again at once, and nothing of it is kept here.
   * @param ask called for the second factor of an account that needs one
   * @returns whether the account is staff
   * @throws AuthError the provider's rejection; BackendError when the account could not be checked; StepCancelled
   */
  signIn(email: string, password: string, ask: AskTwoFactor): Promise<boolean>
  /**
   * Signs in whoever is invited. Unless the account is staff afterwards, nothing of the sign-in is kept here.
   * @param proof the password of an account, or the code of the email that confirms a new one and the password it is to have:
   *   somebody else may have signed up with the address, and have chosen another
   * @param accept makes the account staff, as itself
   * @param ask called for the second factor of an account that needs one
   * @returns whether the account is staff
   * @throws AuthError the provider's rejection; BackendError when the account could not be made staff or checked
   */
  join(proof: Proof, accept: (backend: Backend) => Promise<void>, ask: AskTwoFactor): Promise<boolean>
  /** Ends the session of this browser, or all sessions of the account. @throws AuthError */
  signOut(options?: { everywhere?: boolean }): Promise<void>
  /** Checks session and rights again, behind the screen that is open unless the last check failed. */
  check(): Promise<void>
}

/** What shows that an account is one's own. */
export interface Proof {
  email: string
  password: string
  /** The code of an email, for a new account. */
  code?: string
}

const prove = async (auth: Auth, { email, password, code }: Proof) => {
  const { data, error } =
    code === undefined
      ? await auth.signInWithPassword({ email, password })
      : await auth.verifyOtp({ type: 'signup', email, token: code })
  if (error) throw error
  const { user, session } = data
  if (!user || !session) throw new Error('The provider answered without a session')
  if (code !== undefined) {
    const chosen = await auth.updateUser({ password })
    if (chosen.error && chosen.error.code !== 'same_password') {
      await auth.signOut({ scope: 'local' })
      throw chosen.error
    }
  }
  return { user, session }
}

/** How long a check counts when the provider renews the session or the tab is looked at again. */
const checkedForMs = 5 * 60_000

/** Whether the backend no longer accepts the session; a 403 of the database is about rights, not about the session. */
const isRejected = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  (error.status === 401 || (error.status === 403 && !(error instanceof BackendError)))

/**
 * @param shop the backend of this tab
 * @param onLeave called when the member leaves or another one enters
 */
export function createStaffStore(shop: Backend, onLeave: () => void): StaffStore {
  const backend = shop.session('staff')
  const listeners = new Set<() => void>()
  let state: StaffState = backend.hasSession()
    ? { status: 'checking' }
    : { status: 'signed-out', ended: null }
  let checkedAt = 0
  // True while this tab itself changes the session, so that the provider's events about it are ignored.
  let acting = false
  let checking: Promise<void> | undefined
  let connection: Promise<{ unsubscribe(): void } | undefined> | undefined

  const set = (next: StaffState) => {
    const before = state
    state = next
    for (const changed of listeners) changed()
    if (before.status === 'signed-in' && (next.status !== 'signed-in' || next.userId !== before.userId))
      onLeave()
  }
  const leave = (ended: Ended | null = null) => {
    if (state.status !== 'signed-out') set({ status: 'signed-out', ended })
  }
  const enter = (userId: string, staff: Staff) => {
    checkedAt = Date.now()
    const same = state.status === 'signed-in' && JSON.stringify(state.staff) === JSON.stringify(staff)
    if (!same) set({ status: 'signed-in', userId, staff })
    void noteCheck(backend, staff.member)
  }
  const act = async (change: (auth: Auth) => Promise<{ error: Error | null }>) => {
    acting = true
    try {
      return (await change(await backend.auth())).error
    } finally {
      acting = false
    }
  }
  /** Ends a session that the backend no longer accepts. Without a connection it is kept, and rejected at its next check. */
  const end = async (ended: Ended) => {
    await act((auth) => auth.signOut({ scope: 'local' }))
    leave(ended)
  }

  const confirm = async () => {
    try {
      const auth = await backend.auth()
      const { data, error } = await auth.getSession()
      if (error) throw error
      const user = data.session?.user
      if (!user) {
        leave(state.status === 'signed-in' ? 'session' : null)
        return
      }
      // Before the session, which ends together with the access: the provider would forget it, and nobody could be told why.
      const staff = await checkStaff(backend, user.id)
      if (!staff && backend.hasSession()) {
        await end((await missingStep(backend)) ? 'two-factor' : 'access')
        return
      }
      const confirmed = await auth.getUser()
      if (!staff || !backend.hasSession()) leave('session')
      else if (confirmed.error) throw confirmed.error
      else enter(user.id, staff)
    } catch (error) {
      if (isRejected(error)) await end('session')
      else if (!backend.hasSession()) leave('session')
      // The screen stays open: its own requests say when the backend does not answer.
      else if (state.status !== 'signed-in') set({ status: 'failed', error })
      else console.error(error)
    }
  }
  const resume = () =>
    (checking ??= confirm().finally(() => {
      checking = undefined
    }))

  const onAuthEvent = (event: string, userId: string | undefined) => {
    if (acting) return
    if (event === 'SIGNED_OUT') leave('session')
    else if (state.status !== 'signed-in' || state.userId !== userId) void resume()
    else if (Date.now() - checkedAt > checkedForMs) void resume()
  }
  const connect = () =>
    (connection ??= backend
      .auth()
      .then(
        (auth) =>
          auth.onAuthStateChange((event, session) => {
            onAuthEvent(event, session?.user.id)
          }).data.subscription,
      )
      .catch((error: unknown) => {
        connection = undefined
        set({ status: 'failed', error })
        return undefined
      }))
  const onStorage = () => {
    if (!backend.hasSession()) leave('session')
    else if (!connection) void connect()
    else if (state.status === 'signed-out') void resume()
  }

  const admit: StaffStore['join'] = async (proof, accept, ask) => {
    const trial = shop.session('trial')
    const auth = await trial.auth()
    const { user } = await prove(auth, proof)
    let staff: Staff | null = null
    try {
      await accept(trial)
      const step = await missingStep(trial)
      if (step) await ask(step, auth)
      staff = await checkStaff(trial, user.id)
    } finally {
      if (!staff) await auth.signOut({ scope: 'local' })
    }
    if (!staff) return false
    const { data, error } = await auth.getSession()
    if (error) throw error
    const { session } = data
    if (!session) throw new Error('The session of the sign-in has ended')
    const rejection = await act((own) => own.setSession(session))
    if (rejection) throw rejection
    enter(user.id, staff)
    await connect()
    return true
  }

  return {
    state: () => state,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    follow() {
      onStorage()
      addEventListener('storage', onStorage)
      return () => {
        removeEventListener('storage', onStorage)
        void connection?.then((subscription) => subscription?.unsubscribe())
        connection = undefined
      }
    },
    signIn: (email, password, ask) => admit({ email, password }, () => Promise.resolve(), ask),
    join: admit,
    async signOut({ everywhere = false } = {}) {
      const rejection = await act((auth) => auth.signOut({ scope: everywhere ? 'global' : 'local' }))
      if (rejection) throw rejection
      leave()
    },
    async check() {
      if (state.status === 'failed') set({ status: 'checking' })
      await connect()
      await resume()
    },
  }
}
