import type { ReleaseSet } from '@shop/federation'
import { availableParallelism } from 'node:os'
import type { DrawingTask, ThreadData } from './drawing-messages'
import type { DrawingRead } from './drawing-reads'
import { Displaced, DrawingFailed, LoadFailed } from './drawing-errors'
import { drawingLimits, startThread, type DrawingLimits, type DrawingThread } from './drawing-thread'

/** The builds of a release set that could be read. */
export interface ReadBuilds {
  data: ThreadData
  /** Why others could not be, by remote. */
  unread: Readonly<Record<string, string>>
}

/** Options of a pool. */
export interface DrawingPoolOptions {
  releaseSet: ReleaseSet
  /** Reads the builds of the set; rejects when the shell's cannot be read. */
  read: () => Promise<ReadBuilds>
  /** Threads; default one for each processor. */
  size?: number
  limits?: Partial<DrawingLimits>
  warn: (message: string) => void
}

// What was posted may have been done: it is never done twice.
const isPosted = (task: DrawingTask) => task.name === 'renderPage' && typeof task.input.posted === 'string'

/** The threads that draw the pages of one release set. */
export interface DrawingPool {
  /** Resolves when the first thread has loaded the set. @throws DrawingFailed when none can */
  ready(): Promise<void>
  /** Whether it is loading, or something is drawn or waits for it. */
  isBusy(): boolean
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
  let cannotStart = ''
  let first: PromiseWithResolve | null = deferred()
  const whenReady = first.promise

  const markBroken = (remote: string, reason: string) => {
    if (broken.has(remote)) return
    broken.set(remote, reason)
    const version = options.releaseSet.remotes[remote]?.version ?? ''
    warn(`${remote} ${version} cannot be drawn, the browser does: ${reason}`)
  }

  const warnOfStart = (error: unknown) => {
    cannotStart = `Pages cannot be drawn: ${error instanceof Error ? error.message : String(error)}`
    warn(cannotStart)
  }

  const run = (thread: DrawingThread, waiting: Waiting) => {
    thread.draw(waiting.task, waiting.read, waiting.moved === 0).then(waiting.resolve, (error: unknown) => {
      if (!(error instanceof Displaced)) return waiting.reject(error)
      if (isOver || isPosted(waiting.task) || waiting.moved >= mostMoves)
        return waiting.reject(new DrawingFailed(error.message, true))
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
  const giveUp = () => {
    first?.resolve()
    first = null
    for (const { reject } of queue.splice(0)) reject(new DrawingFailed(cannotStart, true))
  }
  const start = (data: ThreadData) => {
    const healthy = Object.entries(data.remotes).filter(([name]) => !broken.has(name))
    const thread = startThread({ ...data, remotes: Object.fromEntries(healthy) }, limits, {
      free: pump,
      stuck() {
        // One more than there are processors: the others' pages do not wait for the one that loops.
        if (!isOver && threads.size <= size && ![...threads].some((one) => one.isFree())) start(data)
      },
      ended() {
        threads.delete(thread)
        thread.retire()
        if (!isOver && threads.size < size && failedStarts < mostStarts) start(data)
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
        if (threads.size < size && !isOver) start(data)
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
        warnOfStart(error)
        if (failedStarts >= mostStarts) giveUp()
      },
    )
  }
  options.read().then(
    ({ data, unread }) => {
      for (const [remote, reason] of Object.entries(unread)) markBroken(remote, reason)
      if (!isOver) start(data)
    },
    (error: unknown) => {
      if (isOver) return
      failedStarts = mostStarts
      warnOfStart(error)
      giveUp()
    },
  )

  const over = () => {
    isOver = true
    first?.resolve()
    for (const { reject } of queue.splice(0)) reject(new DrawingFailed('The release set was unloaded', false))
  }
  return {
    async ready() {
      await whenReady
      if (failedStarts >= mostStarts) throw new DrawingFailed(cannotStart, false)
    },
    isBusy: () => first !== null || queue.length > 0 || [...threads].some((one) => one.count() > 0),
    isBroken: (remote) => broken.has(remote),
    draw: (task, read) =>
      new Promise((resolve, reject) => {
        if (isOver || failedStarts >= mostStarts)
          return reject(new DrawingFailed(cannotStart || 'No thread can draw it', false))
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
