import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { TextStorage } from '@shop/state'
import type { Database } from './database.types'
import { memoryStorage, withDeviceExpiry } from './session-clock'

/** Where a client keeps its session, under which key; without storage it ends with the page. */
interface SessionPlace {
  storageKey: string
  storage: TextStorage | null
}

/** The full client; loaded on demand, with all that only sessions need. */
export const createSupabaseClient = (
  url: string,
  key: string,
  { storageKey, storage }: SessionPlace,
): SupabaseClient<Database> =>
  createClient<Database>(url, key, {
    auth: {
      storageKey,
      storage: withDeviceExpiry(storage ?? memoryStorage()),
      autoRefreshToken: storage !== null,
      // Links in emails lead to a page of their own, which asks first: no address brings a session.
      flowType: 'pkce',
      detectSessionInUrl: false,
    },
  })
