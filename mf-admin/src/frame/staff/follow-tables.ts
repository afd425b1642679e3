import type { Backend } from '@shop/supabase'

/** How long to wait after the provider has ended a subscription. */
const rejoinMs = 5_000

/**
 * Follows changes of public tables; row level security decides which of them this session is told of. A lost connection is made again.
 *
 * @param onChange called on a change, and on every connection but the first, since changes may have been missed before it
 * @param onFirst called on the first connection
 * @returns stops following
 */
export function followTables(
  backend: Backend,
  tables: readonly string[],
  { onChange, onFirst }: { onChange: () => void; onFirst: () => void },
): () => void {
  let isOver = false
  let isFirst = true
  let leave: () => void = () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const join = async () => {
    const client = await backend.client()
    // Else a subscription of the first moments would be a visitor's, who sees no rows.
    await client.realtime.setAuth()
    if (isOver) return
    const channel = client.channel(`live:${crypto.randomUUID()}`)
    leave = () => void client.removeChannel(channel)
    for (const table of tables)
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, onChange)
    channel.subscribe((status) => {
      if (isOver) return
      if (status === 'SUBSCRIBED') {
        if (isFirst) onFirst()
        else onChange()
        isFirst = false
      }
      // The server ends a subscription whose session has expired, as after a night's sleep of the computer.
      if (status === 'CLOSED') timer = setTimeout(start, rejoinMs)
    })
  }
  const start = () => {
    // The screen works without: it reads again when the tab is looked at.
    join().catch((error: unknown) => console.error(error))
  }
  start()
  return () => {
    isOver = true
    clearTimeout(timer)
    leave()
  }
}
