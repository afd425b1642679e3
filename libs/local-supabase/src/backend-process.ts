import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

const readySchema = v.object({
  ready: v.literal(true),
  url: v.string(),
  publishableKey: v.string(),
  secretKey: v.string(),
})
const failedSchema = v.object({ failed: v.string() })

/** The backend running as a child process. */
export interface BackendProcess {
  child: ChildProcess
  url: string
  publishableKey: string
  secretKey: string
}

/** The environment that `main.ts` reads. */
export interface BackendEnvironment {
  DATA_DIR: string
  BACKEND_PORT: string
  SITE_URL: string
  /** Folder for temporary files; the system's by default. */
  TMPDIR?: string
}

// Emails are React components: tsx has to know how JSX is compiled.
const tsconfig = fileURLToPath(new URL('../../../tsconfig.base.json', import.meta.url))

/**
 * Runs the backend as a child process (`main.ts`), which ends with its parent.
 * @param output where its log goes: 'inherit' shows it
 * @throws Error with the one line that the start failed with
 */
export function forkBackend(
  environment: BackendEnvironment,
  output: 'inherit' | 'ignore' = 'ignore',
): Promise<BackendProcess> {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    // The heap limits free the memory that compiling takes at the start: 130 instead of 230 MB.
    execArgv: ['--import', 'tsx', '--max-semi-space-size=2', '--max-old-space-size=384'],
    env: { ...process.env, TSX_TSCONFIG_PATH: tsconfig, ...environment },
    stdio: ['ignore', output, output, 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const ready = v.safeParse(readySchema, message)
      if (ready.success) return resolve({ child, ...ready.output })
      const failed = v.safeParse(failedSchema, message)
      reject(
        new Error(failed.success ? failed.output.failed : 'the backend sent something else than its state'),
      )
    })
    child.once('exit', (code) => reject(new Error(`the backend ended with ${code} before it was ready`)))
  })
}

/** Resolves when the process has exited. */
export function untilExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
