/** Too many pages are being rendered: the visitor may try again in a moment. */
export class TooBusy extends Error {
  constructor() {
    super('Too many pages are being rendered')
    this.name = 'TooBusy'
  }
}

export interface RenderQueueOptions {
  /** Simultaneous renders. Rendering blocks the only thread, and with it the responses from the cache. */
  concurrency?: number
  /** Renders in the queue. */
  maxWaiting?: number
  /** Of these, how many one visitor may have. */
  maxPerVisitor?: number
  /** How long a render waits in the queue, in milliseconds. */
  timeoutMs?: number
  /** Delay of a refusal, in milliseconds: clients that retry at once would slow down the responses from the cache. */
  refusalDelayMs?: number
}

/** Limits how many pages are rendered at once. Visitors in the queue are served in turn (round robin). */
export interface RenderQueue {
  /**
   * @param visitor key by which one visitor's renders are counted
   * @throws TooBusy when the queue is full or the turn does not come in time, and what `render` throws
   */
  run<T>(visitor: string, render: () => Promise<T>): Promise<T>
}

export function renderQueue({
  concurrency = 2,
  maxWaiting = 200,
  maxPerVisitor = 100,
  timeoutMs = 2000,
  refusalDelayMs = 500,
}: RenderQueueOptions = {}): RenderQueue {
  let running = 0
  let waiting = 0
  // In the order in which visitors are served.
  const queues = new Map<string, Set<() => void>>()

  const dequeue = (visitor: string, start: () => void) => {
    const own = queues.get(visitor)
    if (!own?.delete(start)) return
    waiting -= 1
    if (own.size === 0) queues.delete(visitor)
  }

  const refuse = () =>
    new Promise<never>((_, reject) => {
      setTimeout(() => {
        reject(new TooBusy())
      }, refusalDelayMs)
    })

  const waitForTurn = (visitor: string): Promise<void> => {
    if (running < concurrency && waiting === 0) {
      running += 1
      return Promise.resolve()
    }
    const own = queues.get(visitor) ?? new Set()
    if (waiting >= maxWaiting || own.size >= maxPerVisitor) return refuse()
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        dequeue(visitor, start)
        resolve()
      }
      const timer = setTimeout(() => {
        dequeue(visitor, start)
        reject(new TooBusy())
      }, timeoutMs)
      own.add(start)
      queues.set(visitor, own)
      waiting += 1
    })
  }

  const startNext = () => {
    const [next] = queues
    if (!next) {
      running -= 1
      return
    }
    const [visitor, own] = next
    const [start] = own
    start?.()
    if (queues.delete(visitor)) queues.set(visitor, own)
  }

  return {
    async run(visitor, render) {
      await waitForTurn(visitor)
      try {
        return await render()
      } finally {
        // Lets pending I/O, such as cached responses, run before the next render blocks the thread.
        setImmediate(startNext)
      }
    },
  }
}
