// Runs in a worker thread, compiled to one file by shell/inline/compile.ts.
import v8 from 'node:v8'
import vm from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { renewedGuestHeader } from '../src/composition/renewed-guest'
import type * as ShellBuild from '../src/server'
import type {
  BuildSource,
  DrawingTask,
  DrawnRedirect,
  FromThread,
  ThreadData,
  ToThread,
} from './drawing-messages'

type Shell = typeof ShellBuild
type Require = (name: string) => unknown

// Above this the thread is replaced. Buffers lie outside of the heap, which the thread's own limit covers.
const heavyBytes = 320 * 1024 * 1024

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Runs a CommonJS module. @param own the `process` that it sees */
function run({ file, code }: BuildSource, requireModule: Require, own: unknown): unknown {
  const module: { exports: unknown } = { exports: {} }
  const wrapped: unknown = vm.runInThisContext(`(function (module, exports, require, process) {${code}\n})`, {
    filename: file,
  })
  if (typeof wrapped !== 'function') throw new Error(`${file} is no module`)
  wrapped(module, module.exports, requireModule, own)
  return module.exports
}

/** Loads the builds, then draws what the web server asks for. */
function runThread(): void {
  const port = parentPort
  if (!port) throw new Error('This file runs in a worker thread')
  const { shell: shellBuild, releaseSet, remotes, warmUp } = workerData as ThreadData
  const real = process
  const nodeRequire: Require = require

  const tell = (message: FromThread) => {
    port.postMessage(message)
  }

  // Node loads its fetch at the first use, which would count as time of the first page.
  void [Request, Response, Headers]

  const reads = new Map<number, { resolve: (answer: Response) => void; reject: (error: Error) => void }>()
  let nextRead = 0

  /** A fetch that the web server carries out. @param id the draw it belongs to */
  function fetchOf(id: number): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init)
      const body = request.body ? await request.text() : null
      const read = nextRead++
      return new Promise((resolve, reject) => {
        reads.set(read, { resolve, reject })
        init?.signal?.addEventListener('abort', () => {
          if (reads.delete(read)) reject(new DOMException('The read was given up', 'AbortError'))
        })
        const { url, method, headers } = request
        tell({ type: 'read', id, read, request: { url, method, headers: [...headers], body } })
      })
    }
  }

  /** Takes from remotes' code what it could leave the thread by: modules of Node, sockets, messages to other threads. */
  function hideNode(): { env: object; nextTick: typeof queueMicrotask } {
    const own = { env: { NODE_ENV: 'production' }, nextTick: queueMicrotask }
    for (const name of ['require', 'module', 'exports', 'WebSocket', 'EventSource', 'BroadcastChannel'])
      Reflect.deleteProperty(globalThis, name)
    const fetch = () => Promise.reject(new TypeError('Pages read through the client of their data'))
    Object.assign(globalThis, { process: own, fetch })
    return own
  }

  real.on('uncaughtException', (error: unknown) => {
    // The first line of the stack that names a release says whose error it is.
    const place = error instanceof Error ? /^.*\/(mf-[^/]+\/[^/]+)\/.*$/m.exec(error.stack ?? '')?.[1] : null
    tell({ type: 'stray', message: `${place ?? 'unknown code'}: ${messageOf(error)}` })
  })
  real.on('unhandledRejection', (reason: unknown) => {
    real.emit('uncaughtException', reason instanceof Error ? reason : new Error(String(reason)))
  })

  // Newer Nodes have a browser's storage, which all visitors would share.
  for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name)
  let shell: Shell
  try {
    shell = run(shellBuild, nodeRequire, real) as Shell
  } catch (error) {
    return tell({ type: 'unloadable', message: messageOf(error) })
  }
  const fromShell: Require = (name) => {
    if (!Object.hasOwn(shell.shared, name))
      throw new Error(`${name} is not shared with remotes on the server`)
    return shell.shared[name]
  }
  const own = hideNode()
  const exposed = new Map<string, unknown>()
  const broken: Record<string, string> = {}
  for (const [name, source] of Object.entries(remotes)) {
    tell({ type: 'loading', remote: name })
    try {
      const module = run(source, fromShell, own)
      exposed.set(name, typeof module === 'object' && module && 'default' in module ? module.default : null)
    } catch (error) {
      broken[name] = messageOf(error)
    }
  }

  const remoteOf = (name: string | null) => {
    const routes = name === null ? null : exposed.get(name)
    return name !== null && routes ? { name, exposed: routes } : null
  }

  /** Only what JSON holds crosses between threads: the state of a page may contain promises. */
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

  async function draw(id: number, task: DrawingTask): Promise<unknown> {
    if (task.name === 'pageQuery') {
      const routes = task.remote === null ? null : exposed.get(task.remote)
      return shell.pageQuery(routes, task.path, new URLSearchParams(task.search))
    }
    if (task.name === 'sitemapEntries') {
      const { remote, supabaseUrl, supabaseKey } = task
      const input = { exposed: exposed.get(remote), supabaseUrl, supabaseKey, fetch: fetchOf(id) }
      return plain(await shell.sitemapEntries(input))
    }
    const page = await shell.renderPage({
      ...task.input,
      releaseSet,
      fetch: fetchOf(id),
      remote: remoteOf(task.remote),
    })
    if (page instanceof Response) {
      const redirect: DrawnRedirect = {
        redirect: page.headers.get('location') ?? '/',
        status: page.status,
        renewedGuest: page.headers.get(renewedGuestHeader),
      }
      return redirect
    }
    return page === 'missing' ? page : { ...page, state: plain(page.state) }
  }

  const isHeavy = () => {
    const { used_heap_size, external_memory } = v8.getHeapStatistics()
    return used_heap_size + external_memory > heavyBytes
  }

  port.on('message', (message: ToThread) => {
    if (message.type === 'draw') {
      const { id, task } = message
      draw(id, task).then(
        (result) => {
          tell({ type: 'drawn', id, result, heavy: isHeavy() })
        },
        (error: unknown) => {
          tell({ type: 'failed', id, message: messageOf(error), heavy: isHeavy() })
        },
      )
      return
    }
    if (message.type === 'ping') return tell({ type: 'pong' })
    const waiting = reads.get(message.read)
    reads.delete(message.read)
    if (message.type === 'unanswered') return waiting?.reject(new TypeError(message.message))
    const { body, status, headers } = message.answer
    waiting?.resolve(new Response(body, { status, headers }))
  })

  async function warm(): Promise<void> {
    const noFetch = () => Promise.reject(new TypeError('It reads nothing'))
    for (let time = 0; time < 3; time += 1)
      await shell.renderPage({ ...warmUp, releaseSet, fetch: noFetch, remote: null }).catch(() => undefined)
  }

  void warm().then(() => {
    tell({ type: 'loaded', broken })
  })
}

runThread()
