import { safeLocalStorage } from '@shop/state'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types'
import { createGuest, type Guest } from './guest'

const authStorageKey = 'aurelle_auth'
const answerWithinMs = 15_000

/** Where the backend is and the key that any visitor may know. */
export interface BackendConfig {
  url: string
  key: string
}

type Rest = PostgrestClient<Database>

/**
 * The shop's way to its Supabase. Data goes through the small PostgREST client at once; the full client (auth,
 * storage, realtime) is loaded when first asked for, or when this browser holds a signed-in session.
 */
export interface Backend {
  from: Rest['from']
  rpc: Rest['rpc']
  guest: Guest
  /** True when this browser holds a session, valid or not. */
  hasSession(): boolean
  client(): Promise<SupabaseClient<Database>>
  auth(): Promise<SupabaseClient<Database>['auth']>
}

/**
 * @param config address and publishable key; one backend per tab, one per request on a server
 * @param known the guest id by which the visitor is known already, taken on where this browser keeps none of its own;
 *   a fetch of the server's
 */
export function createBackend(
  { url, key }: BackendConfig,
  known: { guestId?: string | null; fetch?: typeof fetch } = {},
): Backend {
  const { guestId } = known
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
        loading = undefined // a failed download must not stay the answer for ever
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
    const limit = AbortSignal.timeout(answerWithinMs)
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
    return (known.fetch ?? fetch)(input, { ...init, headers, signal })
  }

  // Retrying is the cache's business alone: two layers of it would keep a shopper waiting for the error.
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
