import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Sql } from 'postgres'
import { startShopProcess } from '../shop-process'
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

/**
 * Starts the whole shop from built releases. Browsers reach the backend directly and through the web server
 * (`SUPABASE_PROXY`). Keys for Stripe are set so that its paths exist; the setting stays "simulated", so Stripe is
 * never called.
 *
 * @throws Error with the shop's output when it ends before it is ready
 */
export async function startTarget(): Promise<Target> {
  const shop = await startShopProcess({
    SUPABASE_PROXY: '1',
    STRIPE_SECRET_KEY: 'sk_test_hostile',
    STRIPE_WEBHOOK_SECRET: 'whsec_hostile',
  })
  const keys: { publishableKey: string; secretKey: string } = JSON.parse(
    readFileSync(path.join(shop.dataDir, 'keys.json'), 'utf8'),
  )
  const sql = connectTo(shop.dataDir)
  return {
    web: `http://127.0.0.1:${String(shop.port)}`,
    url: `http://127.0.0.1:${String(shop.backendPort)}`,
    ...keys,
    siteUrl: shop.siteUrl,
    sql,
    pids: () => ({ 'web server': shop.pid(), ...backendPids(shop.dataDir) }),
    log: shop.log,
    async stop() {
      await sql.end({ timeout: 2 })
      await shop.stop()
    },
  }
}
