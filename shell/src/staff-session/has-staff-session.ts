import { staffSessionKey } from '@shop/supabase/session-keys'

/**
 * Whether this browser keeps a session of the back office, valid or not: enough for a link and for the age gate. The back
 * office itself checks it.
 */
export function hasStaffSession(): boolean {
  try {
    return localStorage.getItem(staffSessionKey) !== null
  } catch {
    return false
  }
}
