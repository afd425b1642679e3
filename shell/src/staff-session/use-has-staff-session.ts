import { useExternalValue } from '@shop/state'
import { hasStaffSession } from './has-staff-session'

/** Subscribes to what other tabs store. @returns unsubscribe */
export function onStorage(changed: () => void): () => void {
  addEventListener('storage', changed)
  return () => {
    removeEventListener('storage', changed)
  }
}

/** Whether this browser keeps a session of the back office; false on a server and while the page hydrates. */
export const useHasStaffSession = () => useExternalValue(onStorage, hasStaffSession, () => false)
