import type { Change } from './realtime-changes'
import { matchesFilter } from './realtime-filter'
import type { Message, ChangeSubscription } from './realtime-messages'
import type { Listener, TableFacts } from './realtime-tables'

/** One joined topic of one socket. */
export interface Channel {
  topic: string
  joinRef: string | null
  subscriptions: ChangeSubscription[]
  listener: Listener
}

type Row = Record<string, unknown>

/** Reads the changed row as a listener may see it. */
export type ReadRow = (listener: Listener, change: Change, facts: TableFacts) => Promise<Row | undefined>

/** The messages of one change. The row is read once for all listeners with the same rights. */
export class ChangeMessages {
  readonly #rows = new Map<string, Promise<Row | undefined>>()

  constructor(
    readonly change: Change,
    private readonly facts: Promise<TableFacts>,
    private readonly read: ReadRow,
  ) {}

  /**
   * The message for a channel, or undefined. Inserts and updates are read again under the subscriber's own
   * policies; for deleted rows everybody receives the key only, as on hosted Supabase.
   */
  async messageFor(channel: Channel): Promise<Message | undefined> {
    const { change } = this
    const matching = channel.subscriptions.flatMap((subscription, id) =>
      matches(subscription, change) ? [{ subscription, id: id + 1 }] : [],
    )
    if (matching.length === 0) return undefined
    const facts = await this.facts
    const key = Object.fromEntries(facts.key.map((name) => [name, change.row[name]]))
    const record = change.type === 'DELETE' ? key : await this.#rowFor(channel.listener, facts)
    if (!record) return undefined
    const ids = matching
      .filter(({ subscription }) => matchesFilter(subscription.filter, record))
      .map(({ id }) => id)
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
    const cached = this.#rows.get(rights) ?? this.read(listener, this.change, facts)
    this.#rows.set(rights, cached)
    return cached
  }
}

export function matches(subscription: ChangeSubscription, change: Change): boolean {
  const event = subscription.event === '*' || subscription.event === change.type
  return (
    event &&
    (subscription.schema === '*' || subscription.schema === change.schema) &&
    (subscription.table === undefined || subscription.table === '*' || subscription.table === change.table)
  )
}
