import { safeLocalStorage } from '@shop/state'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types'
import { createGuest, type Guest } from './guest'

const authStorageKey = 'aurelle_auth'
const timeoutMs = 15_000

/** URL and publishable key of the backend. */
export interface BackendConfig {
  url: string
  key: string
}

type Rest = PostgrestClient<Database>

/**
 * The Supabase client. Reads and writes use the small PostgREST client; the full client (auth, storage, realtime) is
 * loaded on demand, or when this browser has a session.
 */
export interface Backend {
  from: Rest['from']
  rpc: Rest['rpc']
  guest: Guest
  /** Whether this browser has a session, valid or not. */
  hasSession(): boolean
  client(): Promise<SupabaseClient<Database>>
  auth(): Promise<SupabaseClient<Database>['auth']>
}

/**
 * Creates the backend: one per tab, or one per request on a server.
 * @param visitor `guestId` is adopted unless this browser has one; `fetch` replaces the global one on a server
 */
export function createBackend(
  { url, key }: BackendConfig,
  visitor: { guestId?: string | null; fetch?: typeof fetch } = {},
): Backend {
  const { guestId } = visitor
  const storage = safeLocalStorage()
  const guest = createGuest(storage)
  if (guestId) guest.adopt(guestId)
  const hasSession = () => storage.getItem(authStorageKey) !== null
  let loading: Promise<SupabaseClient<Database>> | undefined

  const client = () =>
    (loading ??= import('@supabase/supabase-js')
      .then(({ createClient }) =>
        createClient<Database>(url, key, {
          auth: { storageKey: authStorageKey, storage, persistSession: true },
        }),
      )
      .catch((error: unknown) => {
        loading = undefined // so that a failed download is retried
        throw error
      }))

  const fetchAsVisitor: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('apikey', key)
    const guestId = guest.id()
    if (guestId) headers.set('x-session-id', guestId)
    if (hasSession()) {
      const { data } = await (await client()).auth.getSession()
      if (data.session) headers.set('authorization', `Bearer ${data.session.access_token}`)
    }
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
    return (visitor.fetch ?? fetch)(input, { ...init, headers, signal })
  }

  // TanStack Query retries; a second layer would only delay the error message.
  const rest: Rest = new PostgrestClient<Database>(`${url}/rest/v1`, { fetch: fetchAsVisitor, retry: false })
  return {
    from: rest.from.bind(rest),
    rpc: rest.rpc.bind(rest),
    guest,
    hasSession,
    client,
    auth: async () => (await client()).auth,
  }
}
