import type { Backend } from '@shop/supabase'

/** The page that links in letters lead to. */
const linkPage = () => `${location.origin}/auth/link`

/** Asks the provider for a letter with a link that lets its reader choose a new password. @throws AuthError */
export async function sendReset(db: Backend, email: string): Promise<void> {
  const { error } = await (await db.auth()).resetPasswordForEmail(email, { redirectTo: linkPage() })
  if (error) throw error
}

/** Asks the provider to send the letter that confirms a new account once more. @throws AuthError */
export async function resendConfirmation(db: Backend, email: string): Promise<void> {
  const { error } = await (
    await db.auth()
  ).resend({ type: 'signup', email, options: { emailRedirectTo: linkPage() } })
  if (error) throw error
}

/** Chooses a new password in the session of this browser, which a link has just opened. Other devices are signed out. @throws AuthError */
export async function setPassword(db: Backend, password: string): Promise<void> {
  const auth = await db.auth()
  const { error } = await auth.updateUser({ password })
  if (error) throw error
  // Providers that keep other sessions open end them here; one that fails is no reason to ask for the password again.
  await auth.signOut({ scope: 'others' })
}

/**
 * Opens a second session of the account with its password, for changes that ask for it, runs the change in it and closes it.
 * @throws AuthError as for a sign-in, when the password is wrong
 */
export async function withPassword<T>(
  db: Backend,
  { email, password }: { email: string; password: string },
  change: (fresh: Backend) => Promise<T>,
): Promise<T> {
  const fresh = db.session('trial')
  const auth = await fresh.auth()
  const { error } = await auth.signInWithPassword({ email, password })
  if (error) throw error
  try {
    return await change(fresh)
  } finally {
    await auth.signOut({ scope: 'local' })
  }
}
