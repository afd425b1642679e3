/** What subscribers may use, with room to spare over what the shop's pages and its web server need. */
export const realtimeLimits = {
  /** Open sockets in all, and of one caller. */
  sockets: 1000,
  socketsOfCaller: 60,
  /** Joined topics of a socket. */
  topics: 20,
  /** `postgres_changes` wishes of a topic. */
  wishes: 10,
  /** Bytes of a message from a subscriber, and messages in ten seconds. */
  messageBytes: 64 * 1024,
  messages: 100,
  messagesMs: 10_000,
  /** Changes waiting to be told to a socket, and bytes it has not taken yet: one that is slower is closed, and asks anew. */
  waiting: 1000,
  unsentBytes: 1024 * 1024,
  /** Rows read at once, by the database sessions that also serve requests. */
  reads: 4,
} as const

/** Lets so many tasks run at once; the others wait in the order in which they came. */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#free = most
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

/** Counts open things by owner, within a limit for each and for all. Owners without any are forgotten. */
export class OpenCount {
  readonly #open = new Map<string, number>()
  #all = 0

  constructor(
    private readonly mostOfOne: number,
    private readonly most: number,
  ) {}

  /** @returns false when the owner, or all together, have as many as they may */
  add(owner: string): boolean {
    const own = this.#open.get(owner) ?? 0
    if (own >= this.mostOfOne || this.#all >= this.most) return false
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
