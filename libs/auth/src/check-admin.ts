import { maybeRow, type Backend } from '@shop/supabase'
import { text, type Admin } from './account'

/**
 * The active admin_users row of a user, or null. After a successful check the time of the last sign-in is noted; a
 * failure to note it does not take the rights away.
 *
 * @throws BackendError when the answer could not be had
 */
export async function checkAdmin(db: Backend, userId: string): Promise<Admin | null> {
  const found: Record<string, unknown> | null = await maybeRow(
    db
      .from('admin_users')
      .select('id, first_name, last_name, role')
      .eq('user_id', userId)
      .eq('is_active', true)
      .maybeSingle(),
  )
  if (!found) return null
  const admin = {
    id: text(found.id),
    firstName: text(found.first_name),
    lastName: text(found.last_name),
    role: text(found.role),
  }
  await db.from('admin_users').update({ last_login_at: new Date().toISOString() }).eq('id', admin.id)
  return admin
}
