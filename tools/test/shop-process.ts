import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../environment'
import { freePort } from '@shop/local-supabase/free-port'
import { ownTestStore } from './test-store'

/** A whole shop that runs as a process of its own, with throwaway data. */
export interface ShopProcess {
  /** Address for browsers. */
  siteUrl: string
  port: number
  backendPort: number
  dataDir: string
  /** Folder of its release store. */
  releases: string
  /** Folder of the checkout that it runs. */
  checkout: string
  /** Process id of the web server; 0 once it has ended. */
  pid(): number
  /** The output of the shop so far. */
  log(): string
  /** Ends it and removes its data and releases. @param signal SIGKILL leaves it no time for anything */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/**
 * Starts the whole shop as `npm start` does, in production mode, on free ports and in a folder of its own.
 * @param env more for its environment; a DATA_DIR and a RELEASES given here stay when the shop ends
 * @param started the command that starts it, with its arguments, what it prints once it is ready, and the checkout
 * @throws Error with the shop's output when it ends before it is ready
 */
export async function startShopProcess(
  env: Readonly<Record<string, string>> = {},
  {
    by = ['start'],
    saying = 'Shop ready',
    checkout = root,
  }: { by?: readonly string[]; saying?: string; checkout?: string } = {},
): Promise<ShopProcess> {
  const ownDataDir = env.DATA_DIR === undefined
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'shop-process-'))
  const releases = env.RELEASES ?? ownTestStore()
  const [port, backendPort] = [await freePort(), await freePort()]
  const siteUrl = `http://localhost:${String(port)}`
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    DATA_DIR: dataDir,
    RELEASES: releases,
    SITE_URL: siteUrl,
    SUPABASE_URL: '',
    SMTP_URL: '',
    MAIL_FROM: '',
    NODE_ENV: 'production',
    ...env,
  }
  // It ends on a signal whether or not npm started it.
  delete environment.npm_lifecycle_event
  const child = spawn(process.execPath, ['tools/run.mjs', ...by], {
    cwd: checkout,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const clear = (): void => {
    if (ownDataDir) rmSync(dataDir, { recursive: true, force: true })
    if (env.RELEASES === undefined) rmSync(releases, { recursive: true, force: true })
  }
  const killOnExit = (): void => {
    child.kill('SIGTERM')
  }
  process.once('exit', killOnExit)
  try {
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString()
        if (output.includes(saying)) resolve()
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', () => {
        reject(new Error(`The shop did not start:\n${output}`))
      })
    })
  } catch (error) {
    process.removeListener('exit', killOnExit)
    clear()
    throw error
  }
  return {
    siteUrl,
    port,
    backendPort,
    dataDir,
    releases,
    checkout,
    pid: () => (hasEnded() ? 0 : (child.pid ?? 0)),
    log: () => output,
    async stop(signal = 'SIGTERM') {
      if (!hasEnded()) {
        const exited = once(child, 'exit')
        child.kill(signal)
        await exited
      }
      process.removeListener('exit', killOnExit)
      clear()
    },
  }
}
