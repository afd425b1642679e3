/** Too many pages are being rendered: the visitor may try again in a moment. */
export class TooBusy extends Error {
  constructor() {
    super('Too many pages are being rendered')
    this.name = 'TooBusy'
  }
}

export interface RenderQueueOptions {
  /** Renders at once. Rendering keeps the one thread busy, and a cached page waits for as long. */
  concurrency?: number
  /** Renders that wait for their turn. */
  maxWaiting?: number
  /** Of these, how many may be one visitor's. */
  maxOfOneVisitor?: number
  /** How long one waits for its turn, in milliseconds. */
  timeoutMs?: number
  /** How long a refusal is held back, in milliseconds: who asks again at once would take the time that cached pages need. */
  refuseAfterMs?: number
}

/** Lets as many pages be rendered at once as leaves time to send the cached ones. Visitors who wait take turns. */
export interface RenderQueue {
  /**
   * @param visitor what one visitor's renders are counted by
   * @throws TooBusy when the queue is full or the turn does not come in time, and what `render` throws
   */
  run<T>(visitor: string, render: () => Promise<T>): Promise<T>
}

export function renderQueue({
  concurrency = 2,
  maxWaiting = 200,
  maxOfOneVisitor = 100,
  timeoutMs = 2000,
  refuseAfterMs = 500,
}: RenderQueueOptions = {}): RenderQueue {
  let running = 0
  let waiting = 0
  // The visitor whose turn is next comes first.
  const waitingOf = new Map<string, Set<() => void>>()

  const leave = (visitor: string, begin: () => void) => {
    const own = waitingOf.get(visitor)
    if (!own?.delete(begin)) return
    waiting -= 1
    if (own.size === 0) waitingOf.delete(visitor)
  }

  const refusal = () =>
    new Promise<never>((_, reject) => {
      setTimeout(() => {
        reject(new TooBusy())
      }, refuseAfterMs)
    })

  const turn = (visitor: string): Promise<void> => {
    if (running < concurrency && waiting === 0) {
      running += 1
      return Promise.resolve()
    }
    const own = waitingOf.get(visitor) ?? new Set()
    if (waiting >= maxWaiting || own.size >= maxOfOneVisitor) return refusal()
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(late)
        leave(visitor, begin)
        resolve()
      }
      const late = setTimeout(() => {
        leave(visitor, begin)
        reject(new TooBusy())
      }, timeoutMs)
      own.add(begin)
      waitingOf.set(visitor, own)
      waiting += 1
    })
  }

  const beginNext = () => {
    const [next] = waitingOf
    if (!next) {
      running -= 1
      return
    }
    const [visitor, own] = next
    const [begin] = own
    begin?.()
    if (waitingOf.delete(visitor)) waitingOf.set(visitor, own)
  }

  return {
    async run(visitor, render) {
      await turn(visitor)
      try {
        return await render()
      } finally {
        // Whoever else has come has a turn at the thread before the next render takes it.
        setImmediate(beginNext)
      }
    },
  }
}
