import { maybeRow, type Backend } from '@shop/supabase'
import { text, type Admin } from './account'

/**
 * The active admin_users row of a user, or null. After a successful check the time of the last sign-in is noted; a
 * failure to note it does not revoke the rights.
 *
 * @throws BackendError when the check failed
 */
export async function checkAdmin(db: Backend, userId: string): Promise<Admin | null> {
  const staff: Record<string, unknown> | null = await maybeRow(
    db
      .from('admin_users')
      .select('id, first_name, last_name, role')
      .eq('user_id', userId)
      .eq('is_active', true)
      .maybeSingle(),
  )
  if (!staff) return null
  const admin = {
    id: text(staff.id),
    firstName: text(staff.first_name),
    lastName: text(staff.last_name),
    role: text(staff.role),
  }
  await db.from('admin_users').update({ last_login_at: new Date().toISOString() }).eq('id', admin.id)
  return admin
}
