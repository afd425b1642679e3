import { loadCode } from '@shop/router'
import { safeLocalStorage } from '@shop/state'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types'
import { createGuest, type Guest } from './guest'
import { shopSessionKey, staffSessionKey } from './session-keys'

const timeoutMs = 15_000
/** A browser keeps 64 KB of requests alive in all; larger ones it would reject. */
const maxKeepaliveBytes = 1_000

/** URL and publishable key of the backend. */
export interface BackendConfig {
  url: string
  key: string
}

type Rest = PostgrestClient<Database>

/** 'trial' is in memory only, for a sign-in whose account is checked before the session is kept. */
type SessionName = 'shop' | 'staff' | 'trial'

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
  /** The same backend with another session and without the guest: one per tab and name. */
  session(name: 'staff' | 'trial'): Backend
}

function isSmallChange({ method = 'GET', body }: RequestInit = {}): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return !body || (typeof body === 'string' && body.length <= maxKeepaliveBytes)
}

/**
 * Creates the backend: one per tab, or one per request on a server.
 * @param visitor `guestId` is adopted; `fetch` replaces the global one on a server;
 *   `session` is whose session the client uses
 */
export function createBackend(
  { url, key }: BackendConfig,
  visitor: { guestId?: string | null; fetch?: typeof fetch; session?: SessionName } = {},
): Backend {
  const { guestId, session = 'shop' } = visitor
  const isShop = session === 'shop'
  const isPersisted = session !== 'trial'
  const storageKey = isShop ? shopSessionKey : isPersisted ? staffSessionKey : 'aurelle_trial'
  const storage = safeLocalStorage()
  const guest = createGuest(storage)
  if (guestId) guest.adopt(guestId)
  // One on trial is known to the client only.
  const hasSession = () => !isPersisted || storage.getItem(storageKey) !== null
  const others: { staff?: Backend; trial?: Backend } = {}
  let loading: Promise<SupabaseClient<Database>> | undefined

  const client = () =>
    (loading ??= loadCode(() => import('./create-client'))
      .then(({ createSupabaseClient }) =>
        createSupabaseClient(url, key, { storageKey, storage: isPersisted ? storage : null }),
      )
      .catch((error: unknown) => {
        loading = undefined // so that a failed download is retried
        throw error
      }))

  const fetchAsVisitor: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('apikey', key)
    const guestId = isShop && guest.id()
    if (guestId && !headers.has('x-session-id')) headers.set('x-session-id', guestId)
    if (hasSession()) {
      const { data } = await (await client()).auth.getSession()
      if (data.session) headers.set('authorization', `Bearer ${data.session.access_token}`)
    }
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
    // A change is sent although the visitor leaves the page.
    const keepalive = isSmallChange(init)
    return (visitor.fetch ?? fetch)(input, { ...init, headers, signal, ...(keepalive && { keepalive }) })
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
    session: (name) =>
      (others[name] ??= createBackend({ url, key }, { fetch: visitor.fetch, session: name })),
  }
}
