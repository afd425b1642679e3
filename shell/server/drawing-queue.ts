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
  /** Of these, how many may be one visitor's: the others have a turn too. */
  mostOfOne?: number
  /** How long one waits for its turn, in milliseconds. */
  patienceMs?: number
}

/** Lets as many pages be drawn at once as leaves time to send the kept ones. */
export interface DrawingQueue {
  /**
   * @param visitor what one visitor's drawings are counted by
   * @throws TooBusy when the queue is full or the turn does not come in time, and what `draw` throws
   */
  run<T>(visitor: string, draw: () => Promise<T>): Promise<T>
}

interface Waiting {
  visitor: string
  begin(): void
}

export function drawingQueue({ atOnce = 2, most = 40, mostOfOne = 10, patienceMs = 2000 }: DrawingQueueOptions = {}): DrawingQueue {
  let drawing = 0
  const queue: Waiting[] = []

  const turn = (visitor: string): Promise<void> => {
    if (drawing < atOnce && queue.length === 0) {
      drawing += 1
      return Promise.resolve()
    }
    const own = queue.filter((waiting) => waiting.visitor === visitor).length
    if (queue.length >= most || own >= mostOfOne) return Promise.reject(new TooBusy())
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        visitor,
        begin: () => {
          clearTimeout(late)
          resolve()
        },
      }
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(new TooBusy())
      }, patienceMs)
      queue.push(waiting)
    })
  }

  // After a drawing whoever else has come has a turn at the thread before the next drawing takes it.
  const end = () => {
    setImmediate(() => {
      const next = queue.shift()
      if (next) next.begin()
      else drawing -= 1
    })
  }

  return {
    async run(visitor, draw) {
      await turn(visitor)
      try {
        return await draw()
      } finally {
        end()
      }
    },
  }
}
