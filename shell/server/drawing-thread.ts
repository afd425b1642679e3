import { Worker } from 'node:worker_threads'
import { readFileSync } from 'node:fs'
import { drawClock, type DrawClock } from './draw-clock'
import { Displaced, DrawingFailed, LoadFailed } from './drawing-errors'
import type { DrawingTask, FromThread, ThreadData, ToThread } from './drawing-messages'
import { threadReads, type DrawingRead } from './drawing-reads'

/** What a draw may cost. */
export interface DrawingLimits {
  /**
   * Time of its own, in milliseconds: what it waits for the backend does not count, nor that the machine is busy with
   * other programs. A draw that takes longer ends.
   */
  drawMs: number
  /** A thread silent for this long, in milliseconds, gets nothing new, and its waiting draws go to another. */
  stuckMs: number
  /** Time to load the shell or one remote, in milliseconds. */
  loadMs: number
  heapMb: number
}

export const drawingLimits: DrawingLimits = { drawMs: 1000, stuckMs: 100, loadMs: 20_000, heapMb: 256 }

/** One worker thread with the builds of a release set. */
export interface DrawingThread {
  /** The builds that cannot run, with the reason; rejects with LoadFailed when loading ended the thread. */
  ready: Promise<Record<string, string>>
  /** @param isMovable it may be given up while it waits in a stuck thread. @throws DrawingFailed, or Displaced */
  draw(task: DrawingTask, read: DrawingRead, isMovable: boolean): Promise<unknown>
  /** Whether the thread can begin a draw at once. */
  isFree(): boolean
  /** Draws in the thread. */
  count(): number
  /** No more is drawn here: what is running is finished, then the thread ends. */
  retire(): void
  stop(): Promise<void>
}

/** Events of a thread. */
export interface ThreadEvents {
  /** It can take another draw. */
  free(): void
  /** It does not answer. */
  stuck(): void
  /** It is over, or should be replaced since it holds too much memory. */
  ended(): void
  /** An error that nobody caught. */
  stray(message: string): void
}

interface Draw {
  read: DrawingRead
  reads: number
  clock: DrawClock
  isMovable: boolean
  resolve(result: unknown): void
  reject(error: Error): void
}

const drawsAtOnce = 4

const script = readFileSync(new URL('../dist/inline/drawing-worker.cjs', import.meta.url), 'utf8')

/** Starts a thread: no environment, limited memory, and no way out but the reads of its draws. */
export function startThread(data: ThreadData, limits: DrawingLimits, events: ThreadEvents): DrawingThread {
  const worker = new Worker(script, {
    eval: true,
    workerData: data,
    env: { NODE_ENV: 'production' },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, stackSizeMb: 4 },
  })
  worker.unref()
  const draws = new Map<number, Draw>()
  let [nextId, isLoaded, isStuck, isRetired, isOver] = [0, false, false, false, false]
  let loadingRemote: string | null = null
  let silence: NodeJS.Timeout | undefined
  let loaded: (broken: Record<string, string>) => void = () => undefined
  let notLoaded: (error: Error) => void = () => undefined
  const ready = new Promise<Record<string, string>>((resolve, reject) => {
    loaded = resolve
    notLoaded = reject
  })
  ready.catch(() => undefined)
  const send = (message: ToThread) => {
    worker.postMessage(message)
  }

  const running = () => [...draws.values()].filter(({ clock }) => clock.isRunning())

  const end = (reason: string, culprit?: Draw) => {
    if (isOver) return
    isOver = true
    clearTimeout(silence)
    loading.pause()
    reads.stop()
    // A thread that is not needed any more says nothing of the build that it was loading.
    if (!isRetired) notLoaded(new LoadFailed(loadingRemote, reason))
    // Without a known culprit, it is one of those that ran.
    for (const draw of draws.values()) {
      const isSuspect = culprit ? draw === culprit : draw.clock.isRunning()
      draw.clock.pause()
      draw.reject(isSuspect ? new DrawingFailed(reason, true) : new Displaced(reason))
    }
    draws.clear()
    void worker.terminate()
    events.ended()
  }
  const startLoading = () => {
    const tooLong = `It took longer than ${String(limits.loadMs)} ms to load`
    const noWord = () => undefined
    const clock = drawClock(limits.loadMs, { ping: noWord, hangs: noWord, loops: () => end(tooLong) })
    clock.resume()
    return clock
  }
  let loading = startLoading()

  const listen = () => {
    clearTimeout(silence)
    if (isStuck) {
      isStuck = false
      events.free()
    }
    if (running().length === 0) return
    silence = setTimeout(() => {
      isStuck = true
      for (const [id, draw] of draws) {
        if (draw.clock.isRunning() || !draw.isMovable) continue
        draws.delete(id)
        draw.reject(new Displaced('The thread does not answer'))
      }
      events.stuck()
    }, limits.stuckMs).unref()
  }
  const take = (id: number): Draw | undefined => {
    const draw = draws.get(id)
    if (!draw) return undefined
    draw.clock.pause()
    draws.delete(id)
    return draw
  }
  const reads = threadReads({
    readOf: (id) => draws.get(id)?.read ?? (() => Promise.reject(new Error('The draw is over'))),
    answer: send,
    started(id) {
      const draw = draws.get(id)
      if (draw && ++draw.reads === 1) {
        draw.clock.pause()
        events.free()
      }
    },
    finished(id) {
      const draw = draws.get(id)
      if (draw && --draw.reads === 0) draw.clock.resume()
      listen()
    },
  })
  const retireIfEmpty = () => {
    if (isRetired && draws.size === 0) end('It is no longer needed')
  }

  worker.on('message', (message: FromThread) => {
    if (isOver) return
    if (message.type === 'loading') {
      loadingRemote = message.remote
      loading.pause()
      loading = startLoading()
    } else if (message.type === 'loaded') {
      loading.pause()
      loadingRemote = null
      isLoaded = true
      loaded(message.broken)
    } else if (message.type === 'unloadable') end(message.message)
    else if (message.type === 'read') reads.run(message.id, message.read, message.request)
    else if (message.type === 'pong') {
      for (const { clock } of draws.values()) clock.answered()
    } else if (message.type === 'stray') events.stray(message.message)
    else {
      const draw = take(message.id)
      if (message.type === 'drawn') draw?.resolve(message.result)
      else draw?.reject(new DrawingFailed(message.message, false))
      if (message.heavy && !isRetired) {
        isRetired = true
        events.ended()
      }
      events.free()
    }
    listen()
    retireIfEmpty()
  })
  worker.once('error', (error) => {
    end(error.message)
  })
  worker.once('exit', () => {
    end('Its thread ended')
  })

  return {
    ready,
    draw: (task, read, isMovable) =>
      new Promise((resolve, reject) => {
        const id = nextId++
        const tooLong = `It took longer than ${String(limits.drawMs)} ms`
        const clock = drawClock(limits.drawMs, {
          ping() {
            send({ type: 'ping' })
          },
          hangs() {
            take(id)?.reject(new DrawingFailed(tooLong, true))
            events.free()
          },
          loops() {
            end(tooLong, draws.get(id))
          },
        })
        draws.set(id, { read, reads: 0, clock, isMovable, resolve, reject })
        send({ type: 'draw', id, task })
        clock.resume()
        listen()
      }),
    isFree: () =>
      isLoaded && !isStuck && !isRetired && !isOver && draws.size < drawsAtOnce && running().length === 0,
    count: () => draws.size,
    retire() {
      isRetired = true
      retireIfEmpty()
    },
    async stop() {
      end('The shop is ending')
      await worker.terminate()
    },
  }
}
