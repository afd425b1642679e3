import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../environment'

/** A shop started for measuring, as a newcomer starts it. */
export interface ShopProcess {
  child: ChildProcess
  /** From the command to "Shop ready", in milliseconds. */
  readyAfterMs: number
  stop(): Promise<void>
}

/** @throws Error with the shop's output when it ends before it is ready */
export async function startShop(env: Record<string, string>): Promise<ShopProcess> {
  const from = performance.now()
  const child = spawn(process.execPath, ['tools/run.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Shop ready')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => {
      reject(new Error(`The shop did not start:\n${output}`))
    })
  })
  const readyAfterMs = performance.now() - from
  return {
    child,
    readyAfterMs,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
