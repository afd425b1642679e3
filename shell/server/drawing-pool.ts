import { availableParallelism } from 'node:os'
import type { DrawingTask, ThreadData } from './drawing-messages'
import type { DrawingRead } from './drawing-reads'
import { Displaced, DrawingFailed, LoadFailed } from './drawing-errors'
import { drawingLimits, startThread, type DrawingLimits, type DrawingThread } from './drawing-thread'

/** Options of a pool. */
export interface DrawingPoolOptions {
  data: ThreadData
  /** Threads; default one for each processor. */
  size?: number
  limits?: Partial<DrawingLimits>
  warn: (message: string) => void
}

/** The threads that draw the pages of one release set. */
export interface DrawingPool {
  /** Resolves when the first thread has loaded the set. */
  ready(): Promise<void>
  /** Whether a remote's build can run, as far as it is known. */
  isBroken(remote: string): boolean
  /** @throws DrawingFailed when the page's code is at fault */
  draw(task: DrawingTask, read: DrawingRead): Promise<unknown>
  /** Gives the memory back; draws that run are finished first. */
  retire(): void
  stop(): Promise<void>
}

interface Waiting {
  task: DrawingTask
  read: DrawingRead
  /** Times it was moved from a thread that went wrong. */
  moved: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

// A page that waits for another's fault is drawn once more; after that it counts as failed itself.
const mostMoves = 2
const mostStarts = 5

/** Starts the threads of a release set. A thread that ends is replaced. */
export function drawingPool(options: DrawingPoolOptions): DrawingPool {
  const { warn, size = availableParallelism() } = options
  const limits = { ...drawingLimits, ...options.limits }
  const threads = new Set<DrawingThread>()
  const queue: Waiting[] = []
  const broken = new Map<string, string>()
  let isOver = false
  let failedStarts = 0
  let first: PromiseWithResolve | null = deferred()
  const whenReady = first.promise

  const markBroken = (remote: string, reason: string) => {
    if (broken.has(remote)) return
    broken.set(remote, reason)
    const version = options.data.releaseSet.remotes[remote]?.version ?? ''
    warn(`${remote} ${version} cannot be drawn, the browser does: ${reason}`)
  }

  const run = (thread: DrawingThread, waiting: Waiting) => {
    thread.draw(waiting.task, waiting.read, waiting.moved === 0).then(waiting.resolve, (error: unknown) => {
      if (!(error instanceof Displaced)) return waiting.reject(error)
      if (isOver || waiting.moved >= mostMoves) return waiting.reject(new DrawingFailed(error.message, true))
      queue.unshift({ ...waiting, moved: waiting.moved + 1 })
      pump()
    })
  }
  const pump = () => {
    while (queue.length > 0) {
      const [thread] = [...threads].filter((one) => one.isFree()).sort((a, b) => a.count() - b.count())
      if (!thread) return
      const next = queue.shift()
      if (next) run(thread, next)
    }
  }
  const start = () => {
    const healthy = Object.entries(options.data.remotes).filter(([name]) => !broken.has(name))
    const thread = startThread({ ...options.data, remotes: Object.fromEntries(healthy) }, limits, {
      free: pump,
      stuck() {
        // One more than there are processors: the others' pages do not wait for the one that loops.
        if (!isOver && threads.size <= size && ![...threads].some((one) => one.isFree())) start()
      },
      ended() {
        threads.delete(thread)
        thread.retire()
        if (!isOver && threads.size < size && failedStarts < mostStarts) start()
      },
      stray(message) {
        warn(`An error that nobody caught in ${message}`)
      },
    })
    threads.add(thread)
    thread.ready.then(
      (unloadable) => {
        failedStarts = 0
        for (const [remote, reason] of Object.entries(unloadable)) markBroken(remote, reason)
        first?.resolve()
        first = null
        if (threads.size < size && !isOver) start()
        // The spare has done its part.
        if (threads.size > size) [...threads].find((one) => one.count() === 0)?.retire()
        pump()
      },
      (error: unknown) => {
        if (isOver) return
        if (error instanceof LoadFailed && error.remote) {
          markBroken(error.remote, error.message)
          return
        }
        failedStarts += 1
        warn(`Pages cannot be drawn: ${error instanceof Error ? error.message : String(error)}`)
        if (failedStarts >= mostStarts) {
          first?.resolve()
          first = null
          for (const { reject } of queue.splice(0)) reject(new DrawingFailed('No thread can start', true))
        }
      },
    )
  }
  start()

  const over = () => {
    isOver = true
    first?.resolve()
    for (const { reject } of queue.splice(0)) reject(new DrawingFailed('The release set was unloaded', false))
  }
  return {
    ready: () => whenReady,
    isBroken: (remote) => broken.has(remote),
    draw: (task, read) =>
      new Promise((resolve, reject) => {
        if (isOver || failedStarts >= mostStarts)
          return reject(new DrawingFailed('No thread can draw it', false))
        queue.push({ task, read, moved: 0, resolve, reject })
        pump()
      }),
    retire() {
      over()
      for (const thread of [...threads]) thread.retire()
    },
    async stop() {
      over()
      await Promise.all([...threads].map((thread) => thread.stop()))
    },
  }
}

interface PromiseWithResolve {
  promise: Promise<void>
  resolve: () => void
}

function deferred(): PromiseWithResolve {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
