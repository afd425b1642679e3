import { queryOptions, rows } from '@shop/supabase'

/** A member of staff, former ones included. */
export interface Colleague {
  userId: string
  name: string
  isActive: boolean
}

/** Everybody who works here or did, by name. */
export const colleaguesQuery = queryOptions({
  key: ['colleagues'],
  queryFn: async (db, signal): Promise<readonly Colleague[]> => {
    const data = await rows(
      db
        .from('admin_users')
        .select('user_id, first_name, last_name, is_active')
        .order('first_name')
        .order('last_name')
        .order('user_id')
        .abortSignal(signal),
    )
    return data.map(({ user_id, first_name, last_name, is_active }) => ({
      userId: user_id,
      name: `${first_name} ${last_name}`.trim() || 'Staff',
      isActive: is_active,
    }))
  },
})

/** What to call a member of staff. @param userId null once the account is deleted */
export function colleagueName(colleagues: readonly Colleague[] | undefined, userId: string | null): string {
  return colleagues?.find((colleague) => colleague.userId === userId)?.name ?? 'Staff'
}
