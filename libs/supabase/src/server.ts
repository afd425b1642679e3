// Data access for servers; browsers never load this file.
import { createClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'
import type { QueryClient } from '@tanstack/react-query'
import { WebSocket } from 'ws'
import type { BackendConfig } from './backend'

/**
 * Keys and results of the page's queries, for `hydrateQueries`. Failed queries are left out, so the browser fetches them
 * again. When they were read is not said, so that a page that shows the same is the same.
 */
export function dehydrateQueries(queryClient: QueryClient): unknown {
  return queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { status, data } }) => (status === 'success' ? [[queryKey, data]] : []))
}

/** Whether a query of the page failed, so that the page must not be cached. */
export function hasFailedQuery(queryClient: QueryClient): boolean {
  return queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.status === 'error')
}

/** The status of a query; "pending" when nobody has fetched it. */
export function queryOutcome(
  queryClient: QueryClient,
  { key }: { readonly key: readonly unknown[] },
): { status: 'pending' | 'error' | 'success'; data: unknown } {
  const state = queryClient.getQueryState(key)
  return { status: state?.status ?? 'pending', data: state?.data }
}

/** An active subscription. */
export interface Subscription {
  /** True while changes arrive, as far as this server knows. */
  isConnected(): boolean
  stop(): Promise<void>
}

/**
 * Subscribes to changes of a public table. Reconnects by itself.
 * @param onChange gets the new row; also called on every connection, without one, since changes may have been missed before it
 */
export function subscribeToTable(
  { url, key }: BackendConfig,
  table: string,
  onChange: (row?: Readonly<Record<string, unknown>>) => void,
): Subscription {
  let isConnected = false
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node has no built-in WebSocket before version 22. The types of ws know its own events only.
    realtime: { transport: WebSocket as WebSocketLikeConstructor },
  })
  client
    .channel(`watch:${table}`)
    .on('postgres_changes', { event: '*', schema: 'public', table }, (change) => {
      onChange(change.new)
    })
    .subscribe((status) => {
      isConnected = status === 'SUBSCRIBED'
      if (isConnected) onChange()
    })
  return {
    isConnected: () => isConnected,
    async stop() {
      await client.removeAllChannels()
      await client.realtime.disconnect()
    },
  }
}
