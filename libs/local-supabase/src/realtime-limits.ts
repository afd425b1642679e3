/** Limits for subscribers, well above what the shop's pages and its web server need. */
export const realtimeLimits = {
  /** Open sockets in all, and of one caller. */
  sockets: 1000,
  socketsOfCaller: 60,
  /** Joined topics of a socket. */
  topics: 20,
  /** `postgres_changes` subscriptions per topic. */
  subscriptions: 10,
  /** Bytes of a message from a subscriber, and messages in ten seconds. */
  messageBytes: 64 * 1024,
  messages: 100,
  messagesMs: 10_000,
  /** Queued changes and unsent bytes per socket; a slower subscriber is disconnected and reconnects. */
  waiting: 1000,
  unsentBytes: 1024 * 1024,
  /** Rows read at once, by the database sessions that also serve requests. */
  reads: 4,
} as const

/** Limits concurrent tasks; the others wait in first-in, first-out order. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(max: number) {
    this.#free = max
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

/** Counts open connections by owner, with a limit per owner and in total. */
export class ConnectionCounter {
  readonly #open = new Map<string, number>()
  #all = 0

  constructor(
    private readonly maxPerOwner: number,
    private readonly max: number,
  ) {}

  /** @returns false when a limit is reached */
  add(owner: string): boolean {
    const own = this.#open.get(owner) ?? 0
    if (own >= this.maxPerOwner || this.#all >= this.max) return false
    this.#open.set(owner, own + 1)
    this.#all += 1
    return true
  }

  remove(owner: string): void {
    const own = (this.#open.get(owner) ?? 0) - 1
    this.#all -= 1
    if (own > 0) this.#open.set(owner, own)
    else this.#open.delete(owner)
  }
}
