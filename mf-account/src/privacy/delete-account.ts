import { row, type Backend } from '@shop/supabase'
import { withPassword } from '../auth/account-calls'

/**
 * Deletes the account for good, in a session that the password has just opened.
 * @throws AuthError when the password is wrong
 * @throws BackendError with words for the shopper (409) while something is in the way
 */
export async function deleteAccount(db: Backend, who: { email: string; password: string }): Promise<void> {
  await withPassword(db, who, async (fresh) => {
    await row(fresh.rpc('delete_my_account'))
  })
}
