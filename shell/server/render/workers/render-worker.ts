// Runs in the workers of a pool, compiled to one file by shell/inline/compile.ts.
import v8 from 'node:v8'
import vm from 'node:vm'
import { MessageChannel, parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { renewedGuestHeader } from '../../../src/composition/renewed-guest'
import type * as ShellBuild from '../../../src/server'
import { errorMessage } from '../../error-message'
import type {
  BuildSource,
  PortedTask,
  ReadResponse,
  RenderedRedirect,
  RenderTask,
  TaskMessage,
  TaskResult,
  WorkerData,
} from './render-tasks'

type Shell = typeof ShellBuild
type Require = (name: string) => unknown

/** The module `./routes` of a remote. */
interface ExposedModule {
  default?: unknown
  fragments?: unknown
}

// A worker that uses more memory than this after a task is replaced. The pool limits the heap alone, not buffers outside of it.
const maxWorkerBytes = 320 * 1024 * 1024

const nodeProcess = process
const processOfRemotes = { env: { NODE_ENV: 'production' }, nextTick: queueMicrotask }

/** Only what JSON holds crosses between threads: the state of a page may contain promises. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Runs a CommonJS module. @param ownProcess the `process` that it sees */
function run({ file, code }: BuildSource, requireModule: Require, ownProcess: unknown): unknown {
  const module: { exports: unknown } = { exports: {} }
  const wrapped: unknown = vm.runInThisContext(`(function (module, exports, require, process) {${code}\n})`, {
    filename: file,
  })
  if (typeof wrapped !== 'function') throw new Error(`${file} is not a module`)
  wrapped(module, module.exports, requireModule, ownProcess)
  return module.exports
}

/** Removes the globals by which code of remotes could leave the worker: Node's process, sockets, messages to other threads. */
function hideNodeGlobals(): void {
  for (const name of ['WebSocket', 'EventSource', 'BroadcastChannel'])
    Reflect.deleteProperty(globalThis, name)
  const fetch = () => Promise.reject(new TypeError('Pages read through the client of their data'))
  Object.assign(globalThis, { process: processOfRemotes, fetch })
}

/** A fetch that the web server carries out. */
function fetchThrough(port: MessagePort): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { url, method, headers, signal } = request
    const body = request.body ? await request.text() : null
    const { port1, port2 } = new MessageChannel()
    const message: TaskMessage = {
      type: 'read',
      request: { url, method, headers: [...headers], body },
      reply: port2,
    }
    port.postMessage(message, [port2])
    try {
      const response = await new Promise<ReadResponse>((resolve, reject) => {
        port1.once('message', resolve)
        signal.addEventListener('abort', () => {
          reject(new DOMException('The request was aborted', 'AbortError'))
        })
      })
      if ('error' in response) throw new TypeError(response.error)
      return new Response(response.body, response)
    } finally {
      port1.close()
    }
  }
}

/** Carries out tasks with the builds of a set, which it loads when they are first needed. */
function taskRunner({ shell: shellBuild, releaseSet, remotes }: WorkerData) {
  let loadedShell: Shell | null = null
  const modules = new Map<string, ExposedModule>()

  function loadShell(): Shell {
    if (loadedShell) return loadedShell
    // Newer Nodes have a browser's storage, which all visitors would share.
    for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name)
    const shell = run(shellBuild, require, nodeProcess) as Shell
    hideNodeGlobals()
    loadedShell = shell
    return shell
  }

  /** What a remote exposes; nothing for the shell's own pages, and for a remote without a server build. */
  function exposedBy(shell: Shell, remote: string | null): ExposedModule {
    const source = remote === null ? undefined : remotes[remote]
    if (remote === null || !source) return {}
    const known = modules.get(remote)
    if (known) return known
    const shared: Require = (name) => {
      if (Object.hasOwn(shell.shared, name)) return shell.shared[name]
      throw new Error(`${name} is not shared with remotes on the server`)
    }
    const module = run(source, shared, processOfRemotes)
    const exposed: ExposedModule = typeof module === 'object' && module ? module : {}
    modules.set(remote, exposed)
    return exposed
  }

  async function carryOut(task: RenderTask, fetchData: typeof fetch): Promise<unknown> {
    const shell = loadShell()
    const { default: exposed = null } = exposedBy(shell, task.remote)
    if (task.name === 'load') return null
    if (task.name === 'pageQuery')
      return shell.pageQuery(exposed, task.path, new URLSearchParams(task.search))
    if (task.name === 'sitemapEntries') {
      const { supabaseUrl, supabaseKey } = task
      return plain(await shell.sitemapEntries({ exposed, supabaseUrl, supabaseKey, fetch: fetchData }))
    }
    const remote = task.remote !== null && exposed ? { name: task.remote, exposed } : null
    const fragmentsOf = (name: string) => exposedBy(shell, name).fragments
    const page = await shell.renderPage({ ...task.input, releaseSet, fetch: fetchData, remote, fragmentsOf })
    if (page instanceof Response) {
      const redirect: RenderedRedirect = {
        redirect: page.headers.get('location') ?? '/',
        status: page.status,
        renewedGuest: page.headers.get(renewedGuestHeader),
      }
      return redirect
    }
    return page === 'missing' ? page : { ...page, state: plain(page.state) }
  }
  return carryOut
}

const carryOut = taskRunner(workerData as WorkerData)

nodeProcess.on('uncaughtException', (error: unknown) => {
  // The first line of the stack that names a release says whose error it is.
  const place = error instanceof Error ? /^.*\/(mf-[^/]+\/[^/]+)\/.*$/m.exec(error.stack ?? '')?.[1] : null
  parentPort?.postMessage(`${place ?? 'unknown code'}: ${errorMessage(error)}`)
})
nodeProcess.on('unhandledRejection', (reason: unknown) => {
  nodeProcess.emit('uncaughtException', reason instanceof Error ? reason : new Error(String(reason)))
})

/** Carries out a task of the pool. A worker that holds too much memory waits to be ended. */
export default async function work({ task, port }: PortedTask): Promise<TaskResult> {
  const tell = (message: TaskMessage) => {
    port.postMessage(message)
  }
  tell({ type: 'started' })
  const result = await carryOut(task, fetchThrough(port)).then(
    (value) => ({ value }),
    (error: unknown) => ({ error: errorMessage(error) }),
  )
  const { used_heap_size, external_memory } = v8.getHeapStatistics()
  if (used_heap_size + external_memory <= maxWorkerBytes) return result
  tell({ type: 'heavy' })
  return new Promise(() => undefined)
}
