// What only a server needs of the data access; browsers never load this.
import { createClient } from '@supabase/supabase-js'
import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { WebSocket } from 'ws'
import type { BackendConfig } from './backend'

/** What was read, to be sent along with the page that shows it. Failed reads are left out: the page asks again. */
export function dehydrateQueries(queryClient: QueryClient): unknown {
  return dehydrate(queryClient)
}

/** True when a read of the page failed, so that it is not kept for the next visitor. */
export function hasFailedQuery(queryClient: QueryClient): boolean {
  return queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.status === 'error')
}

/** Listens until it is told to stop. */
export interface Subscription {
  stop(): Promise<void>
}

/**
 * Tells of every change to a table that any visitor may see, and of every new connection, since changes may have gone
 * unheard before it. Connects again by itself.
 */
export function subscribeToTable(
  { url, key }: BackendConfig,
  table: string,
  changed: () => void,
): Subscription {
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node has a WebSocket of its own from version 22 on.
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  })
  client
    .channel(`watch:${table}`)
    .on('postgres_changes', { event: '*', schema: 'public', table }, changed)
    .subscribe((status) => {
      if (status === 'SUBSCRIBED') changed()
    })
  return {
    async stop() {
      await client.removeAllChannels()
      await client.realtime.disconnect()
    },
  }
}
