import { forkBackend, type BackendProcess } from '@shop/local-supabase'
import type { Environment, ExternalBackend } from '../environment'
import type { Shutdown } from './shutdown'

const restartAfterMs = [1000, 2000, 5000, 10_000]

/** The embedded backend as a process of its own, started again should it end by itself. */
export interface EmbeddedBackend extends ExternalBackend {
  secretKey: string
  stop(): Promise<void>
}

/**
 * @param shutdown while it stops, a backend that ends is not started again: a signal from the keyboard reaches both processes
 * @throws Error with the one line that says why it cannot start
 */
export async function startBackend(
  { dataDir, backendPort, siteUrl }: Environment,
  shutdown: Pick<Shutdown, 'stopping'>,
): Promise<EmbeddedBackend> {
  const start = () =>
    forkBackend({ DATA_DIR: dataDir, BACKEND_PORT: String(backendPort), SITE_URL: siteUrl }, 'inherit')
  let stopping = false
  let failures = 0
  let running: BackendProcess = await start()

  const watch = (watched: BackendProcess) => {
    watched.child.once('exit', () => {
      if (!stopping && !shutdown.stopping) again()
    })
  }
  const again = () => {
    const wait = restartAfterMs[Math.min(failures, restartAfterMs.length - 1)] ?? 0
    failures += 1
    console.error(`The backend ended by itself; starting it again in ${String(wait / 1000)} s.`)
    setTimeout(() => {
      if (stopping || shutdown.stopping) return
      start().then((started) => {
        running = started
        failures = 0
        watch(started)
      }, again)
    }, wait).unref()
  }
  watch(running)
  return {
    url: running.url,
    key: running.publishableKey,
    secretKey: running.secretKey,
    stop: () => {
      stopping = true
      const { child } = running
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
      return new Promise((resolve) => {
        child.once('exit', () => {
          resolve()
        })
        child.kill('SIGTERM')
      })
    },
  }
}
