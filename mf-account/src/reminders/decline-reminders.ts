import { row, type Backend } from '@shop/supabase'

/**
 * Declines the emails about unfinished checkouts for ever, for the person to whom the link was sent.
 * @returns whether it was a link of the shop
 * @throws BackendError
 */
export async function declineReminders(db: Backend, token: string): Promise<boolean> {
  return row(db.rpc('decline_reminders', { p_token: token }))
}
