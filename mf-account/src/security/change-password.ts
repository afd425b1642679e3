import type { Backend, Session } from '@shop/supabase'

/**
 * Changes the password in a session that the present one has just opened, as providers ask for. They end all other sessions with it,
 * this browser's included.
 * @returns the session to go on with
 * @throws AuthError with the code `invalid_credentials` when the present password is wrong
 */
export async function changePassword(
  db: Backend,
  { email, current, password }: { email: string; current: string; password: string },
): Promise<Session> {
  const auth = await db.session('trial').auth()
  const opened = await auth.signInWithPassword({ email, password: current })
  if (opened.error) throw opened.error
  const { error } = await auth.updateUser({ password })
  if (error) {
    await auth.signOut({ scope: 'local' })
    throw error
  }
  await auth.signOut({ scope: 'others' })
  return opened.data.session
}
