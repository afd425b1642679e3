import { LRUCache } from 'lru-cache'
import { AsyncResource } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { errorMessage } from '../../error-message'
import { compiledFile } from '../../compiled-file'
import { RenderFailed, TooBusy, WorkerEnded } from './render-errors'
import type {
  PortedTask,
  ReadRequest,
  ReadResponse,
  RenderTask,
  TaskMessage,
  TaskResult,
  WorkerData,
} from './render-tasks'

/** What a task may cost. */
export interface RenderLimits {
  /** Time to render a page, in milliseconds; what it waits for the backend does not count. */
  renderMs: number
  /** Time to load the shell or one remote, in milliseconds. */
  loadMs: number
  /** How long a task waits for a worker, in milliseconds: longer than a page may hold one, so that none turns visitors away. */
  waitMs: number
  /** Tasks that wait for a worker. */
  maxQueue: number
  /** Requests that one task may make. */
  maxReads: number
  heapMb: number
}

const standardLimits: RenderLimits = {
  renderMs: 3000,
  loadMs: 20_000,
  waitMs: 5000,
  maxQueue: 200,
  maxReads: 500,
  heapMb: 256,
}

/** Carries out one request of a task. */
export type Read = (url: string, init: RequestInit) => Promise<Response>

/** A page to render. */
export interface WarmUp {
  task: RenderTask
  url: string
  read: Read
}

/** Options of a pool. */
export interface RenderPoolOptions {
  data: WorkerData
  /** The page that is rendered before any visitor's, since the first takes several times as long. */
  warmUp: WarmUp
  /** Default one for each processor, and two at least: one that loops holds up no other page. */
  workers?: number
  limits?: Partial<RenderLimits>
  /** A remote's build cannot run. */
  onBroken: (remote: string, reason: string) => void
  warn: (message: string) => void
}

/** The workers that render the pages of one release set. */
export interface RenderPool {
  /**
   * @param url of the page: one that ended its worker is not tried again for a while
   * @throws RenderFailed when the page's code is at fault, TooBusy when no worker is free in time
   */
  run(task: RenderTask, url: string, read: Read): Promise<unknown>
  /** Ends the workers, after the tasks that they carry out. */
  close(): Promise<void>
  destroy(): Promise<void>
}

// After a page has ended its worker, browsers render it for this time, in milliseconds; after three of a remote's pages have, all of its pages.
const cooldownMs = 30_000
const maxEnded = 3

/** The fragments in the page of a task. */
const fragmentsIn = (task: RenderTask): string[] =>
  task.name === 'renderPage'
    ? Object.entries(task.input.fragments ?? {}).map(([name, remote]) => `${name} of ${remote}`)
    : []

/** The read of a task that reads nothing. */
export const noRead: Read = () => Promise.reject(new Error('It reads nothing'))

async function respond(read: Read, { url, method, headers, body }: ReadRequest): Promise<ReadResponse> {
  try {
    const response = await read(url, { headers, ...(method !== 'GET' && { method, body }) })
    const text = await response.text()
    return { status: response.status, headers: [...response.headers], body: text || null }
  } catch (error) {
    return { error: errorMessage(error) }
  }
}

/**
 * Starts the workers of a release set, each of which loads it. The pool is ready once the first of them is; the others get ready
 * beside it. Piscina replaces one that ends.
 * @throws RenderFailed when the set's shell cannot run
 */
export async function startRenderPool(options: RenderPoolOptions): Promise<RenderPool> {
  const { data, warmUp, onBroken, warn } = options
  const limits = { ...standardLimits, ...options.limits }
  const workers = options.workers ?? Math.max(2, availableParallelism())
  const pool = new Piscina<PortedTask, TaskResult>({
    filename: fileURLToPath(compiledFile('render-worker.cjs')),
    workerData: data,
    minThreads: workers,
    maxThreads: workers,
    env: { NODE_ENV: 'production' },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, stackSizeMb: 4 },
    // Between two tasks a worker reports what remotes left behind.
    atomics: 'disabled',
    recordTiming: false,
  })
  pool.on('message', (message: string) => {
    warn(`An error that nobody caught in ${message}`)
  })
  pool.on('error', (error: Error) => {
    warn(`A render worker ended: ${error.message}`)
  })
  const ended = new LRUCache<string, { times: number; reason: string }>({ max: 1000, ttl: cooldownMs })
  let isClosed = false

  const inWorker = async (task: RenderTask, read: Read, waitMs: number, ownMs: number): Promise<unknown> => {
    // Piscina counts no tasks that can be aborted towards its own `maxQueue`.
    if (pool.queueSize >= limits.maxQueue) throw new TooBusy()
    if (isClosed) throw new RenderFailed('The release set was unloaded')
    const { port1, port2 } = new MessageChannel()
    const controller = new AbortController()
    let fault: Error | null = null
    const stop = (error: Error) => {
      fault = error
      controller.abort()
    }
    let timer = setTimeout(stop, waitMs, new TooBusy())
    const limitOwnTime = () => {
      timer = setTimeout(stop, ownMs, new WorkerEnded(`It took longer than ${String(ownMs)} ms`))
    }
    let [reads, pending] = [0, 0]
    port1.on('message', (message: TaskMessage) => {
      if (message.type !== 'read' || pending === 0) clearTimeout(timer)
      if (message.type === 'started') return limitOwnTime()
      if (message.type === 'heavy') return stop(new WorkerEnded('Its worker held too much memory'))
      const { request, reply } = message
      pending += 1
      const allowed = ++reads <= limits.maxReads ? read : noRead
      void respond(allowed, request).then((response) => {
        reply.postMessage(response)
        reply.close()
        pending -= 1
        if (pending === 0 && !isOver) limitOwnTime()
      })
    })
    let isOver = false
    try {
      const ported = { task, port: port2 }
      const result = await pool.run(ported, { transferList: [port2], signal: controller.signal })
      if ('error' in result) throw new RenderFailed(result.error)
      return result.value
    } catch (error) {
      if (error instanceof RenderFailed) throw error
      throw fault ?? new WorkerEnded(errorMessage(error))
    } finally {
      isOver = true
      clearTimeout(timer)
      port1.close()
    }
  }

  const run: RenderPool['run'] = async (task, url, read) => {
    const { remote } = task
    const fragments = fragmentsIn(task)
    const page = [remote ?? 'shell', new URL(url).pathname, ...fragments].join(' ')
    // Whose fault it was is known once the page is rendered without its fragments.
    const owners = fragments.length > 0 ? fragments : remote === null ? [] : [remote]
    const before =
      ended.get(page) ?? owners.map((owner) => ended.get(owner)).find((one) => one && one.times >= maxEnded)
    if (before) throw new RenderFailed(`It ended a worker a moment ago: ${before.reason}`)
    try {
      // What it reads belongs to the request of its page, also where the worker's message asks for it.
      return await inWorker(task, AsyncResource.bind(read), limits.waitMs, limits.renderMs)
    } catch (error) {
      if (error instanceof WorkerEnded)
        for (const key of [page, ...owners])
          ended.set(key, { times: (ended.get(key)?.times ?? 0) + 1, reason: error.message })
      throw error
    }
  }

  const load = (remote: string | null) =>
    inWorker({ name: 'load', remote }, noRead, limits.loadMs, limits.loadMs)
  // Piscina gives a task to the first worker that is free: one after another all go to one worker, and of as many at once each gets one.
  const inWorkers = (count: number, act: () => Promise<unknown>) =>
    Promise.allSettled(Array.from({ length: count }, act))
  const render = (count: number) => inWorkers(count, () => run(warmUp.task, warmUp.url, warmUp.read))
  const loaded: (string | null)[] = [null]
  try {
    await load(null)
  } catch (error) {
    await pool.destroy()
    throw error
  }
  for (const remote of Object.keys(data.remotes))
    await load(remote).then(
      () => loaded.push(remote),
      (error: unknown) => {
        onBroken(remote, errorMessage(error))
      },
    )
  await render(1)
  const loadOthers = async () => {
    for (const remote of loaded) await inWorkers(workers, () => load(remote))
    await render(workers)
  }
  if (workers > 1) void loadOthers()

  return {
    run,
    close() {
      isClosed = true
      return pool.close()
    },
    destroy() {
      isClosed = true
      return pool.destroy()
    },
  }
}
