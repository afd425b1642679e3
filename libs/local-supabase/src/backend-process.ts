import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

const readySchema = v.object({ ready: v.literal(true), url: v.string(), publishableKey: v.string(), secretKey: v.string() })
const failedSchema = v.object({ failed: v.string() })

/** The backend running as a process of its own. */
export interface BackendProcess {
  child: ChildProcess
  url: string
  publishableKey: string
  secretKey: string
}

/**
 * Forks `main.ts` as the shop's start does.
 * @throws Error with the one line that the start failed with
 */
export function forkBackend(environment: { DATA_DIR: string; BACKEND_PORT: string; SITE_URL: string }): Promise<BackendProcess> {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const ready = v.safeParse(readySchema, message)
      if (ready.success) return resolve({ child, ...ready.output })
      const failed = v.safeParse(failedSchema, message)
      reject(new Error(failed.success ? failed.output.failed : 'the backend sent something else than its state'))
    })
    child.once('exit', (code) => reject(new Error(`the backend ended with ${code} before it was ready`)))
  })
}

/** Resolves when the process is gone. */
export function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
