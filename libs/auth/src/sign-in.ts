import { maybeRow, type Backend, type Session } from '@shop/supabase'

/**
 * Signs in. Staff get their session in the back office and none in the shop; of everyone else the session is returned
 * for the shop to enter with.
 *
 * @returns the shopper's session, or null for staff
 * @throws AuthError the provider's rejection
 */
export async function signIn(
  shop: Backend,
  { email, password }: { email: string; password: string },
): Promise<Session | null> {
  const trial = shop.session('trial')
  const { data, error } = await (await trial.auth()).signInWithPassword({ email, password })
  if (error) throw error
  if (!(await isStaff(trial, data.user.id))) return data.session
  const handedOver = await (await shop.session('staff').auth()).setSession(data.session)
  if (handedOver.error) throw handedOver.error
  return null
}

/** Whether a user is active staff. Rights that cannot be checked are not granted: the user then shops. */
async function isStaff(backend: Backend, userId: string): Promise<boolean> {
  const request = backend
    .from('admin_users')
    .select('id')
    .eq('user_id', userId)
    .eq('is_active', true)
    .maybeSingle()
  return maybeRow(request).then(
    (found) => found !== null,
    () => false,
  )
}
