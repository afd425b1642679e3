import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** A web server that is started and ended as production does it. */
export interface WebServer {
  port: number
  start(): Promise<void>
  /** Ends it and waits until it has. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** What it has logged. */
  log(): string
}

/** @param script `run/tools/serve.mjs` of a stored shell @param env its environment, with PORT */
export function webServer(
  script: string,
  env: Readonly<Record<string, string>> & { PORT: string },
): WebServer {
  let child: ChildProcess | null = null
  let output = ''
  return {
    port: Number(env.PORT),
    log: () => output,
    async start() {
      const started = spawn(process.execPath, [script], {
        cwd: path.dirname(script),
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      await new Promise<void>((resolve, reject) => {
        let own = ''
        const read = (chunk: Buffer) => {
          output += chunk.toString()
          own += chunk.toString()
          if (own.includes('Shop ready')) resolve()
        }
        started.stdout.on('data', read)
        started.stderr.on('data', read)
        started.once('exit', () => {
          reject(new Error(own))
        })
      })
    },
    async end(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}
