import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test as base } from 'vitest'
import { buildReleases } from '../../tools/build/build'
import { startShopProcess } from '../../tools/test/shop-process'
import { testStore } from '../../tools/test/test-store'
import { fillShop, type AttackedShop } from './fixtures'
import { brokenInvariants } from './invariants'
import { backendPids, connectTo, endedParts, residentBytes } from './processes'
import { memberNames } from '../../tools/remotes'

/** Maximum resident memory of each process of the shop after the attacks, in bytes. */
const maxBytes = 900 * 1024 * 1024

/** A whole shop: web server, backend and database, each a process of its own. */
export interface RunningShop extends AttackedShop {
  web: string
  /** Process ids by part: a part that was restarted has another one, one that ended has 0. */
  pids(): Readonly<Record<string, number>>
  /** Resident memory of a part in bytes; 0 where the system does not say. */
  memory(part: string): number
  /** The output of the shop so far. */
  log(): string
}

/**
 * Starts the shop from built releases. Browsers reach the backend directly and through the web server (`SUPABASE_PROXY`).
 * Keys for Stripe are set so that its paths exist; the setting stays "simulated", so Stripe is never called.
 *
 * @throws Error with the shop's output when it ends before it is ready
 */
async function startShop(onCleanup: (stop: () => Promise<void>) => void): Promise<RunningShop> {
  await buildReleases(testStore, memberNames, null)
  const shop = await startShopProcess({
    SUPABASE_PROXY: '1',
    STRIPE_SECRET_KEY: 'sk_test_attacked',
    STRIPE_WEBHOOK_SECRET: 'whsec_attacked',
  })
  const sql = connectTo(shop.dataDir)
  onCleanup(async () => {
    await sql.end({ timeout: 2 })
    await shop.stop()
  })
  const keys: { publishableKey: string; secretKey: string } = JSON.parse(
    readFileSync(path.join(shop.dataDir, 'keys.json'), 'utf8'),
  )
  const web = `http://127.0.0.1:${String(shop.port)}`
  const backend = { ...keys, sql, url: `http://127.0.0.1:${String(shop.backendPort)}` }
  const pids = (): Record<string, number> => ({ 'web server': shop.pid(), ...backendPids(shop.dataDir) })
  return {
    ...(await fillShop(backend, shop.siteUrl, web)),
    web,
    pids,
    memory: (part) => residentBytes(pids()[part] ?? 0),
    log: shop.log,
  }
}

/** Waits for the backend, which an attack may have ended and the shop restarts. */
async function untilItResponds({ backend }: RunningShop): Promise<void> {
  const responses = async (): Promise<boolean> => {
    await backend.sql`select 1`
    return (await fetch(`${backend.url}/health`)).ok
  }
  await expect.poll(() => responses().catch(() => false), { timeout: 60_000 }).toBe(true)
}

/** The largest processes, the first stack trace in the log, and the invariants that are broken: nothing may be. */
async function damage(shop: RunningShop, since: string) {
  return {
    tooLarge: Object.keys(shop.pids()).filter((part) => shop.memory(part) > maxBytes),
    // The backend logs rejections; a stack trace from the web server is an uncaught error.
    uncaught: shop
      .log()
      .split('\n')
      .find((line) => /^\s+at .*\/shell\/.+:\d+:\d+\)?$/.test(line)),
    broken: await brokenInvariants(shop.backend.sql, since),
  }
}

/**
 * A test that attacks a running shop, the same one for all files. Before it rate limits are reset; it fails if a process of the
 * shop ends. After each file memory, log and invariants are checked.
 */
export const test = base
  .extend('shop', { scope: 'worker' }, ({}, { onCleanup }) => startShop(onCleanup))
  .extend('undamaged', { scope: 'file', auto: true }, async ({ shop }, { onCleanup }) => {
    const [row] = await shop.backend.sql<{ since: string }[]>`
      select quote_literal(now()::text) || '::timestamptz' as since`
    onCleanup(async () => {
      expect(await damage(shop, row?.since ?? 'now()')).toEqual({
        tooLarge: [],
        uncaught: undefined,
        broken: {},
      })
    })
    return true
  })
  .extend('alive', { auto: true }, async ({ shop }, { onCleanup }) => {
    await shop.backend.sql`delete from private.rate_limits`
    const before = shop.pids()
    onCleanup(async () => {
      await untilItResponds(shop)
      expect(endedParts(before, shop.pids()), 'processes that ended').toEqual([])
    })
    return true
  })
