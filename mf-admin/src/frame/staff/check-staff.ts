import { maybeRow, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { rightsSchema, type Right } from './rights'

/** The signed-in member of staff. */
export interface StaffMember {
  id: string
  firstName: string
  lastName: string
  /** 'super_admin', 'admin' or 'moderator'. */
  role: string
}

/** A member of staff with what their role includes. */
export interface Staff {
  member: StaffMember
  rights: readonly Right[]
}

const memberSchema = v.pipe(
  v.object({ id: v.string(), first_name: v.string(), last_name: v.string(), role: v.string() }),
  v.transform(({ id, first_name, last_name, role }): StaffMember => ({
    id,
    firstName: first_name,
    lastName: last_name,
    role,
  })),
)

/**
 * The active staff record of a user with its rights, or null for anyone who is not staff.
 *
 * @param backend the client with the user's session
 * @throws BackendError when the check failed
 */
export async function checkStaff(backend: Backend, userId: string): Promise<Staff | null> {
  const [found, rights] = await Promise.all([
    maybeRow(
      backend
        .from('admin_users')
        .select('id, first_name, last_name, role')
        .eq('user_id', userId)
        .eq('is_active', true)
        .maybeSingle(),
    ),
    row(backend.rpc('my_rights')),
  ])
  return found && { member: v.parse(memberSchema, found), rights: v.parse(rightsSchema, rights) }
}

const stepSchema = v.nullable(v.picklist(['verify', 'enrol']))

/** What a sign-in lacks to act as staff: the code of a second factor, or a factor that the role needs. */
export type TwoFactorStep = 'verify' | 'enrol'

/**
 * What the session lacks to act as staff; null for one that lacks nothing, and for anyone who is not staff.
 * @throws BackendError
 */
export const missingStep = async (backend: Backend): Promise<TwoFactorStep | null> =>
  v.parse(stepSchema, await row(backend.rpc('second_factor_step')))

/** Notes a successful check; the database dates it. A failure to note it revokes nothing, so it is only logged. */
export async function noteCheck(backend: Backend, member: StaffMember): Promise<void> {
  const { error } = await backend
    .from('admin_users')
    .update({ last_login_at: new Date().toISOString() })
    .eq('id', member.id)
  if (error) console.error(error)
}
