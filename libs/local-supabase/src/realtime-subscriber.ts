import { AttemptLimit } from './attempt-limit'
import { concerns, type Channel, type News } from './realtime-channel'
import { realtimeLimits } from './realtime-limits'
import { readJoin, readToken, type Message } from './realtime-messages'
import type { Listener } from './realtime-tables'

/** What a subscriber's socket can do. */
interface Line {
  send(message: Message): void
  /** Bytes the other side has not taken yet. */
  unsent(): number
  /** @param code a WebSocket close code */
  close(code: number, reason: string): void
}

export interface SubscriberOptions {
  line: Line
  /** Whoever the API key of the socket stands for. */
  keyHolder: Listener
  identify(token: string): Listener | undefined
  log(line: string): void
  now?(): number
}

/**
 * One socket and the topics it joined. It has a queue of its own, so that however much one subscriber asks for, it
 * keeps only itself waiting; whoever falls too far behind is closed, connects again and reads anew.
 */
export class Subscriber {
  readonly #topics = new Map<string, Channel>()
  readonly #queue: News[] = []
  readonly #messages: AttemptLimit
  readonly #now: () => number
  #telling = false
  #closed = false

  constructor(private readonly options: SubscriberOptions) {
    this.#now = options.now ?? Date.now
    this.#messages = new AttemptLimit(realtimeLimits.messages, realtimeLimits.messagesMs, this.#now, 1)
  }

  /** Answers a message of the subscriber. */
  answer(message: Message): void {
    if (this.#closed) return
    if (this.#messages.take('all') > 0) return this.#close(1008, 'Too many messages')
    const { topic, event, ref } = message
    if (topic === 'phoenix') return this.#reply(message, 'ok', {})
    if (event === 'phx_join') return this.#join(message)
    if (event === 'phx_leave') this.#topics.delete(topic)
    else if (event === 'access_token') return this.#renew(message)
    else if (ref === null) return
    this.#reply(message, 'ok', {})
  }

  /** Takes note of a change, to be told in turn. */
  hear(news: News): void {
    if (
      this.#closed ||
      ![...this.#topics.values()].some(({ wishes }) => wishes.some((wish) => concerns(wish, news.change)))
    )
      return
    if (this.#queue.length >= realtimeLimits.waiting) return this.#close(1013, 'Too slow')
    this.#queue.push(news)
    if (!this.#telling) void this.#tell()
  }

  /** Nothing is told from now on. */
  end(): void {
    this.#closed = true
    this.#topics.clear()
    this.#queue.length = 0
  }

  async #tell(): Promise<void> {
    this.#telling = true
    for (let news = this.#queue.shift(); news; news = this.#queue.shift()) {
      for (const channel of [...this.#topics.values()]) await this.#tellOne(channel, news)
    }
    this.#telling = false
  }

  async #tellOne(channel: Channel, news: News): Promise<void> {
    if (this.#isOver(channel)) return
    try {
      const message = await news.messageFor(channel)
      // Left, renewed or closed while the row was read.
      if (!message || this.#topics.get(channel.topic) !== channel || this.#isOver(channel)) return
      this.options.line.send(message)
      if (this.options.line.unsent() > realtimeLimits.unsentBytes) this.#close(1013, 'Too slow')
    } catch (error) {
      // Reading that ends with the connection is no fault.
      if (!this.#closed) this.options.log(`realtime: ${String(error)}`)
    }
  }

  /** Whether nothing more may be told on it. A token that has expired ends its topic; the client joins with a newer one. */
  #isOver(channel: Channel): boolean {
    if (this.#closed) return true
    const { exp } = channel.listener.claims
    if (typeof exp !== 'number' || exp * 1000 > this.#now()) return false
    this.#topics.delete(channel.topic)
    this.#system(channel, 'error', 'Access token has expired')
    this.options.line.send({
      joinRef: channel.joinRef,
      ref: null,
      topic: channel.topic,
      event: 'phx_close',
      payload: {},
    })
    return true
  }

  #join(message: Message): void {
    const { topic } = message
    const join = readJoin(message.payload)
    const listener = join?.token ? this.options.identify(join.token) : this.options.keyHolder
    if (!join || !listener)
      return this.#reply(message, 'error', { reason: join ? 'Invalid token' : 'Malformed join' })
    if (!this.#topics.has(topic) && this.#topics.size >= realtimeLimits.topics)
      return this.#reply(message, 'error', { reason: 'Too many topics' })
    const channel: Channel = { topic, joinRef: message.joinRef ?? message.ref, wishes: join.wishes, listener }
    this.#topics.set(topic, channel)
    this.#reply(message, 'ok', {
      postgres_changes: join.wishes.map((wish, index) => ({ id: index + 1, ...wish })),
    })
    if (join.wishes.length > 0) this.#system(channel, 'ok', 'Subscribed to PostgreSQL')
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
