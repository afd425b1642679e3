import type { Change } from './realtime-changes'
import { matchesFilter } from './realtime-filter'
import type { Message, Wish } from './realtime-messages'
import type { Listener, TableFacts } from './realtime-tables'

/** One joined topic of one socket. */
export interface Channel {
  topic: string
  joinRef: string | null
  wishes: Wish[]
  listener: Listener
}

type Row = Record<string, unknown>

/** Reads the changed row as a listener may see it. */
export type ReadRow = (listener: Listener, change: Change, facts: TableFacts) => Promise<Row | undefined>

/** A change on its way to those who asked for it. The row is read once for all listeners with the same rights. */
export class News {
  readonly #rows = new Map<string, Promise<Row | undefined>>()

  constructor(
    readonly change: Change,
    private readonly facts: Promise<TableFacts>,
    private readonly read: ReadRow,
  ) {}

  /**
   * What a channel hears of the change, or undefined. Inserts and updates are read again under the subscriber's own
   * policies; of deleted rows everybody hears the key alone, as on hosted Supabase.
   */
  async messageFor(channel: Channel): Promise<Message | undefined> {
    const { change } = this
    const wanted = channel.wishes.flatMap((wish, id) =>
      concerns(wish, change) ? [{ wish, id: id + 1 }] : [],
    )
    if (wanted.length === 0) return undefined
    const facts = await this.facts
    const key = Object.fromEntries(facts.key.map((name) => [name, change.row[name]]))
    const record = change.type === 'DELETE' ? key : await this.#rowFor(channel.listener, facts)
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
    return {
      joinRef: channel.joinRef,
      ref: null,
      topic: channel.topic,
      event: 'postgres_changes',
      payload: { ids, data },
    }
  }

  #rowFor(listener: Listener, facts: TableFacts): Promise<Row | undefined> {
    const rights = JSON.stringify(listener)
    const known = this.#rows.get(rights) ?? this.read(listener, this.change, facts)
    this.#rows.set(rights, known)
    return known
  }
}

export function concerns(wish: Wish, change: Change): boolean {
  const event = wish.event === '*' || wish.event === change.type
  return (
    event &&
    (wish.schema === '*' || wish.schema === change.schema) &&
    (wish.table === undefined || wish.table === '*' || wish.table === change.table)
  )
}
