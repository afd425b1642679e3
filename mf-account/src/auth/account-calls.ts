import type { Backend } from '@shop/supabase'

/** Asks the provider for an email with a link that lets its reader choose a new password. @throws AuthError */
export async function sendReset(db: Backend, email: string): Promise<void> {
  const { error } = await (await db.auth()).resetPasswordForEmail(email)
  if (error) throw error
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
