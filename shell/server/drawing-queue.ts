/** Too many pages are being drawn: the visitor may try again in a moment. */
export class TooBusy extends Error {
  constructor() {
    super('Too many pages are being drawn')
    this.name = 'TooBusy'
  }
}

export interface DrawingQueueOptions {
  /** Drawings at once. Drawing keeps the one thread busy, and a kept page waits for as long. */
  atOnce?: number
  /** Drawings that wait for their turn. */
  most?: number
  /** Of these, how many may be one visitor's. */
  mostOfOne?: number
  /** How long one waits for its turn, in milliseconds. */
  patienceMs?: number
  /** How long a refusal is held back, in milliseconds: who asks again at once would take the time that kept pages need. */
  refuseAfterMs?: number
}

/** Lets as many pages be drawn at once as leaves time to send the kept ones. Visitors who wait take turns. */
export interface DrawingQueue {
  /**
   * @param visitor what one visitor's drawings are counted by
   * @throws TooBusy when the queue is full or the turn does not come in time, and what `draw` throws
   */
  run<T>(visitor: string, draw: () => Promise<T>): Promise<T>
}

export function drawingQueue({
  atOnce = 2,
  most = 200,
  mostOfOne = 100,
  patienceMs = 2000,
  refuseAfterMs = 500,
}: DrawingQueueOptions = {}): DrawingQueue {
  let drawing = 0
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
    if (drawing < atOnce && waiting === 0) {
      drawing += 1
      return Promise.resolve()
    }
    const own = waitingOf.get(visitor) ?? new Set()
    if (waiting >= most || own.size >= mostOfOne) return refusal()
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(late)
        leave(visitor, begin)
        resolve()
      }
      const late = setTimeout(() => {
        leave(visitor, begin)
        reject(new TooBusy())
      }, patienceMs)
      own.add(begin)
      waitingOf.set(visitor, own)
      waiting += 1
    })
  }

  const beginNext = () => {
    const [next] = waitingOf
    if (!next) {
      drawing -= 1
      return
    }
    const [visitor, own] = next
    const [begin] = own
    begin?.()
    if (waitingOf.delete(visitor)) waitingOf.set(visitor, own)
  }

  return {
    async run(visitor, draw) {
      await turn(visitor)
      try {
        return await draw()
      } finally {
        // Whoever else has come has a turn at the thread before the next drawing takes it.
        setImmediate(beginNext)
      }
    },
  }
}
