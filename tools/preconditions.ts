import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { errorMessage } from '../shell/server/error-message'
import { UsageError, type ExternalBackend } from './environment'

// One folder at a time: Node's own recursive way never returns below /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  mkdirSync(folder)
}

/** Makes the data folder. @param name the variable that names it @throws UsageError when it cannot be written */
export function ensureDataDir(dataDir: string, name = 'DATA_DIR'): void {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    const reason = errorMessage(error)
    throw new UsageError(
      `${name} ${dataDir} cannot be written (${reason}): set ${name} to a folder that can.`,
    )
  }
}

/** @throws UsageError when the release store cannot be read; a web server writes nothing that it needs there */
export function ensureStore(store: string): void {
  try {
    accessSync(store, constants.R_OK)
  } catch (error) {
    const reason = errorMessage(error)
    throw new UsageError(
      `RELEASES ${store} cannot be read (${reason}): set RELEASES to the folder of the release store.`,
    )
  }
}

/** @throws UsageError when another program listens on the port, or the address is not of this machine */
export function ensureFree(name: string, port: number, host = '127.0.0.1'): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL')
        reject(
          new UsageError(
            `HOST "${host}" is no address of this machine: set one of its own, or 0.0.0.0 for all of them.`,
          ),
        )
      reject(new UsageError(`Port ${String(port)} is in use: stop what uses it, or set ${name} to another.`))
    })
    probe.listen(port, host, () =>
      probe.close(() => {
        resolve()
      }),
    )
  })
}

/** @throws UsageError when the Supabase does not answer within five seconds */
export async function ensureResponds({ url, key }: Pick<ExternalBackend, 'url' | 'key'>): Promise<void> {
  try {
    await fetch(`${url}/rest/v1/shop_settings?select=key&limit=1`, {
      headers: { apikey: key },
      signal: AbortSignal.timeout(5000),
    })
  } catch {
    throw new UsageError(
      `SUPABASE_URL ${url} does not answer: check the address, or unset it to use the embedded backend.`,
    )
  }
}
