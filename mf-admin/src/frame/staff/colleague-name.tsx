import { useAppQuery } from '@shop/supabase'
import { colleagueName, colleaguesQuery } from './colleagues'

/** What to call a member of staff. @param userId null once the account is deleted */
export function ColleagueName({ userId }: { userId: string | null }) {
  const { data: colleagues } = useAppQuery(colleaguesQuery)
  return colleagueName(colleagues, userId)
}
