import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import { root } from '../environment'
import { backendPids, connectTo } from './database'

/** Process ids by part of the shop. */
type Pids = Readonly<Record<string, number>>

/** The shop under attack. */
export interface Target {
  /** Origin of the web server; null attacks a backend alone. */
  web: string | null
  url: string
  publishableKey: string
  secretKey: string
  siteUrl: string
  /** A superuser's connection. */
  sql: Sql
  /** The processes as they are now: a part that was started again has another id, one that ended has 0. */
  pids(): Pids
  /** What the shop has printed so far. */
  log(): string
  stop(): Promise<void>
}

/** A port nobody listens on, with the next one free as well. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
  })
}

/**
 * Starts the whole shop as `npm start` does, in production mode, from built releases, on free ports and in
 * a folder of
 * its own. Browsers reach the backend directly and through the web server (`SUPABASE_PROXY`). Keys for
 * Stripe are set
 * so that its paths exist; the setting stays "simulated", so nothing is ever asked of Stripe.
 *
 * @throws Error with the shop's output when it ends before it is ready
 */
export async function startTarget(): Promise<Target> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-hostile-'))
  const [port, backendPort] = [await freePort(), await freePort()]
  const siteUrl = `http://localhost:${String(port)}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    DATA_DIR: dataDir,
    SITE_URL: siteUrl,
    SUPABASE_URL: '',
    SUPABASE_PROXY: '1',
    SMTP_URL: '',
    MAIL_FROM: '',
    NODE_ENV: 'production',
    STRIPE_SECRET_KEY: 'sk_test_hostile',
    STRIPE_WEBHOOK_SECRET: 'whsec_hostile',
  }
  // Started by npm or not, it ends when told to.
  delete env.npm_lifecycle_event
  const child = spawn(process.execPath, ['tools/run.mjs', 'start'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const clear = (): void => {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const lastCall = (): void => {
    child.kill('SIGTERM')
  }
  process.once('exit', lastCall)
  try {
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString()
        if (output.includes('Shop ready')) resolve()
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', () => {
        reject(new Error(`The shop did not start:\n${output}`))
      })
    })
  } catch (error) {
    clear()
    throw error
  }
  const keys: { publishableKey: string; secretKey: string } = JSON.parse(
    readFileSync(path.join(dataDir, 'keys.json'), 'utf8'),
  )
  const sql = connectTo(dataDir)
  return {
    web: `http://127.0.0.1:${String(port)}`,
    url: `http://127.0.0.1:${String(backendPort)}`,
    ...keys,
    siteUrl,
    sql,
    pids: () => ({ 'web server': hasEnded() ? 0 : (child.pid ?? 0), ...backendPids(dataDir) }),
    log: () => output,
    async stop() {
      await sql.end({ timeout: 2 })
      if (!hasEnded()) {
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        await gone
      }
      process.removeListener('exit', lastCall)
      clear()
    },
  }
}
