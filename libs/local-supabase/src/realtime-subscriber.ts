import { matches, type Channel, type ChangeMessages } from './realtime-channel'
import { readJoin, readToken, type Message } from './realtime-messages'
import type { Listener } from './realtime-tables'

/** Queued changes of a subscriber; a slower one is disconnected and reconnects. */
const maxWaiting = 1000

/** The socket of a subscriber. */
interface SubscriberSocket {
  send(message: Message): void
  /** @param code a WebSocket close code */
  close(code: number, reason: string): void
}

export interface SubscriberOptions {
  line: SubscriberSocket
  /** The role of the socket's API key. */
  keyHolder: Listener
  identify(token: string): Listener | undefined
  log(line: string): void
  now?(): number
}

/**
 * One socket and the topics it joined. It has its own queue, so that a slow subscriber
 * delays only itself; one that falls too far behind is disconnected, reconnects and refetches.
 */
export class Subscriber {
  readonly #topics = new Map<string, Channel>()
  readonly #queue: ChangeMessages[] = []
  readonly #now: () => number
  #draining = false
  #closed = false

  constructor(private readonly options: SubscriberOptions) {
    this.#now = options.now ?? Date.now
  }

  /** Answers a message of the subscriber. */
  respond(message: Message): void {
    if (this.#closed) return
    const { topic, event, ref } = message
    if (topic === 'phoenix') return this.#reply(message, 'ok', {})
    if (event === 'phx_join') return this.#join(message)
    if (event === 'phx_leave') this.#topics.delete(topic)
    else if (event === 'access_token') return this.#renew(message)
    else if (ref === null) return
    this.#reply(message, 'ok', {})
  }

  /** Queues a change. */
  enqueue(change: ChangeMessages): void {
    if (
      this.#closed ||
      ![...this.#topics.values()].some(({ subscriptions }) =>
        subscriptions.some((subscription) => matches(subscription, change.change)),
      )
    )
      return
    if (this.#queue.length >= maxWaiting) return this.#close(1013, 'Too slow')
    this.#queue.push(change)
    if (!this.#draining) void this.#drain()
  }

  /** Ends the topics that were joined with a token of this session. */
  endSession(session: string): void {
    for (const channel of [...this.#topics.values()])
      if (channel.listener.claims.session_id === session) this.#endTopic(channel, 'Session has ended')
  }

  /** Ends the subscriber: nothing more is sent. */
  end(): void {
    this.#closed = true
    this.#topics.clear()
    this.#queue.length = 0
  }

  async #drain(): Promise<void> {
    this.#draining = true
    for (let change = this.#queue.shift(); change; change = this.#queue.shift()) {
      for (const channel of [...this.#topics.values()]) await this.#sendTo(channel, change)
    }
    this.#draining = false
  }

  async #sendTo(channel: Channel, change: ChangeMessages): Promise<void> {
    if (this.#isOver(channel)) return
    try {
      const message = await change.messageFor(channel)
      // The topic was left, joined again or closed while the row was read.
      if (!message || this.#topics.get(channel.topic) !== channel || this.#isOver(channel)) return
      this.options.line.send(message)
    } catch (error) {
      // A read that fails because the connection closed is not an error.
      if (!this.#closed) this.options.log(`realtime: ${String(error)}`)
    }
  }

  /** Whether the topic has ended. An expired token ends it; the client joins again with a newer one. */
  #isOver(channel: Channel): boolean {
    if (this.#closed) return true
    const { exp } = channel.listener.claims
    if (typeof exp !== 'number' || exp * 1000 > this.#now()) return false
    this.#endTopic(channel, 'Access token has expired')
    return true
  }

  #endTopic(channel: Channel, reason: string): void {
    const { topic, joinRef } = channel
    this.#topics.delete(topic)
    this.#system(channel, 'error', reason)
    this.options.line.send({ joinRef, ref: null, topic, event: 'phx_close', payload: {} })
  }

  #join(message: Message): void {
    const { topic } = message
    const join = readJoin(message.payload)
    const listener = join?.token ? this.options.identify(join.token) : this.options.keyHolder
    if (!join || !listener)
      return this.#reply(message, 'error', { reason: join ? 'Invalid token' : 'Malformed join' })
    const channel: Channel = {
      topic,
      joinRef: message.joinRef ?? message.ref,
      subscriptions: join.subscriptions,
      listener,
    }
    this.#topics.set(topic, channel)
    this.#reply(message, 'ok', {
      postgres_changes: join.subscriptions.map((subscription, index) => ({ id: index + 1, ...subscription })),
    })
    if (join.subscriptions.length > 0) this.#system(channel, 'ok', 'Subscribed to PostgreSQL')
  }

  #renew({ topic, payload }: Message): void {
    const listener = this.options.identify(readToken(payload) ?? '')
    const channel = this.#topics.get(topic)
    if (channel && listener) channel.listener = listener
  }

  #reply(message: Message, status: 'ok' | 'error', response: object): void {
    this.options.line.send({ ...message, event: 'phx_reply', payload: { status, response } })
  }

  #system({ topic, joinRef }: Channel, status: 'ok' | 'error', message: string): void {
    const payload = {
      channel: topic.replace(/^realtime:/, ''),
      extension: status === 'ok' ? 'postgres_changes' : 'system',
      message,
      status,
    }
    this.options.line.send({ joinRef, ref: null, topic, event: 'system', payload })
  }

  #close(code: number, reason: string): void {
    this.end()
    this.options.line.close(code, reason)
  }
}
