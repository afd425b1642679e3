import type { ChildProcess } from 'node:child_process'
import type { ShutdownTimes } from '../../shell/server/listen'

type End = () => Promise<void> | void

/** Ends what a command started, in order. */
export interface Shutdown {
  /** True once shutdown has begun: nothing more should be started. */
  readonly stopping: boolean
  /** Registers a cleanup. The last registered runs first; one registered during shutdown runs at once. */
  add(end: End): void
  /** Ends everything, one after another, then the process. A second call does nothing. */
  stop(): Promise<void>
}

/**
 * @param exit ends the process with this code: 0 when everything ended, 1 when something failed or took too long
 * @param timeoutMs how long all of it may take, in milliseconds
 */
export function createShutdown(exit: (code: number) => void, timeoutMs: number): Shutdown {
  const ends: End[] = []
  let stopping = false
  let code = 0
  const run = async (end: End) => {
    try {
      await end()
    } catch (error) {
      code = 1
      console.error('Something could not be ended in order:', error)
    }
  }
  return {
    get stopping() {
      return stopping
    },
    add(end) {
      if (stopping) void run(end)
      else ends.push(end)
    },
    async stop() {
      if (stopping) return
      stopping = true
      const timeout = setTimeout(() => {
        console.error(`Not everything ended within ${String(timeoutMs / 1000)} s; ending without it.`)
        exit(1)
      }, timeoutMs)
      for (let end = ends.pop(); end; end = ends.pop()) await run(end)
      clearTimeout(timeout)
      exit(code)
    },
  }
}

/** Asks a child process to end and waits until it has; after three seconds it is killed. */
export function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const kill = setTimeout(() => child.kill('SIGKILL'), 3000)
    child.once('exit', () => {
      clearTimeout(kill)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/** npm passes signals to a shell of its own, which ends without passing them on: its end counts as the signal. */
function whenParentGoes(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 250).unref()
}

/**
 * The shutdown of this process, begun by SIGINT, SIGTERM or the end of npm.
 * @param web how long the web server may take of it
 */
export function shutdownOnSignals({ delayMs, timeoutMs }: ShutdownTimes): Shutdown {
  const shutdown = createShutdown(process.exit, delayMs + timeoutMs + 5000)
  const stop = () => {
    void shutdown.stop()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  whenParentGoes(stop)
  return shutdown
}
