import type { Kysely } from 'kysely'
import type { Change } from './realtime-changes'
import { matchesFilter } from './realtime-filter'
import type { Message, Wish } from './realtime-messages'
import { rowFor, type Listener, type TableFacts } from './realtime-tables'

/** One joined topic of one socket. */
export interface Channel {
  topic: string
  joinRef: string | null
  wishes: Wish[]
  listener: Listener
}

/**
 * What a channel hears of a change, or undefined. Inserts and updates are read again under the subscriber's own
 * policies; of deleted rows everybody hears the key alone, as on hosted Supabase.
 */
export async function messageFor(rows: Kysely<unknown>, channel: Channel, change: Change, facts: TableFacts): Promise<Message | undefined> {
  const wanted = channel.wishes.flatMap((wish, id) => (concerns(wish, change) ? [{ wish, id: id + 1 }] : []))
  if (wanted.length === 0) return undefined
  const key = Object.fromEntries(facts.key.map((name) => [name, change.row[name]]))
  const record = change.type === 'DELETE' ? key : await rowFor(rows, channel.listener, change, facts)
  if (!record) return undefined
  const ids = wanted.filter(({ wish }) => matchesFilter(wish.filter, record)).map(({ id }) => id)
  if (ids.length === 0) return undefined
  const data = {
    schema: change.schema,
    table: change.table,
    commit_timestamp: new Date().toISOString(),
    type: change.type,
    columns: facts.columns,
    record: change.type === 'DELETE' ? {} : record,
    old_record: change.type === 'INSERT' ? {} : key,
    errors: null,
  }
  return { joinRef: channel.joinRef, ref: null, topic: channel.topic, event: 'postgres_changes', payload: { ids, data } }
}

function concerns(wish: Wish, change: Change): boolean {
  const event = wish.event === '*' || wish.event === change.type
  return event && (wish.schema === '*' || wish.schema === change.schema) && (wish.table === undefined || wish.table === '*' || wish.table === change.table)
}
