import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { serviceOf } from '../bench/web/own-release'
import { buildReleases } from '../build/build'
import { readArguments } from '../arguments'
import { command } from '../environment'
import { memberNames } from '../remotes'
import { freePort } from '@shop/local-supabase/free-port'
import { startShopProcess } from '../test/shop-process'
import { testStore } from '../test/test-store'
import { startLoadBalancer } from './load-balancer'
import { bought, inDatabase, scenarios, untilReady } from './scenarios'
import { webServer, type WebServer } from './web-server'

const logLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    level: v.picklist(['warn', 'error']),
    msg: v.string(),
    route: v.optional(v.nullable(v.string())),
    status: v.optional(v.number()),
    durationMs: v.optional(v.number()),
    err: v.optional(v.looseObject({ message: v.string() })),
  }),
)

/** What the servers have logged as warnings and errors, each kind once with its number. */
function problemsIn(servers: readonly WebServer[]): string[] {
  const kinds = new Map<string, number>()
  for (const text of servers.flatMap((server) => server.log().split('\n'))) {
    const parsed = v.safeParse(logLine, text)
    if (!parsed.success) continue
    const { msg, route, status, err } = parsed.output
    const kind = [msg, route, status, err?.message].filter(Boolean).join(' ')
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return [...kinds].map(([kind, count]) => `logged ${String(count)} times: ${kind}`)
}

// Three web servers behind a load balancer, used and broken on purpose; with --minute what fits into a minute.
command(async () => {
  const { values } = readArguments({
    call: 'test:production',
    does: 'Uses and breaks three web servers behind a load balancer.',
    options: { minute: { type: 'boolean', help: 'what fits into a minute, as npm test does it' } },
  })
  const chosen = Object.entries(scenarios).filter(([, { inMinute }]) => inMinute ?? !values.minute)
  await buildReleases(testStore, memberNames, null)
  const shop = await startShopProcess()
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-production-'))
  const ends: (() => Promise<unknown> | undefined)[] = [() => shop.stop()]
  let failed = 0
  try {
    const { publishableKey } = v.parse(
      v.looseObject({ publishableKey: v.string() }),
      JSON.parse(readFileSync(path.join(shop.dataDir, 'keys.json'), 'utf8')),
    )
    const port = await freePort()
    const site = `http://localhost:${String(port)}`
    const { live, sets } = await serviceOf(shop).known()
    const shell = path.join(shop.releases, 'shell', sets[live ?? '']?.shell ?? '')
    const servers: WebServer[] = []
    for (const index of [1, 2, 3])
      servers.push(
        webServer(path.join(shell, 'run/tools/serve.mjs'), {
          PORT: String(await freePort()),
          DATA_DIR: path.join(folder, String(index)),
          RELEASES: shop.releases,
          RELEASE_KEYS: path.join(shop.dataDir, 'release-key.pem'),
          SITE_URL: site,
          SUPABASE_URL: `http://127.0.0.1:${String(shop.backendPort)}`,
          SUPABASE_PUBLISHABLE_KEY: publishableKey,
          ALLOW_SIMULATED_PAYMENT: '1',
          TRUSTED_PROXIES: '1',
          SHUTDOWN_DELAY: '2',
        }),
      )
    ends.push(() => Promise.all(servers.map((server) => server.end('SIGTERM'))))
    await Promise.all(servers.map((server) => server.start()))
    const balancer = await startLoadBalancer(
      port,
      servers.map((server) => server.port),
      folder,
    )
    ends.push(() => balancer.stop())
    console.log(`Three web servers behind ${balancer.name}`)
    const production = { site, shop, balancer, servers }
    await untilReady(production, 3)
    await inDatabase(
      shop,
      (sql) => sql`update public.products set inventory_quantity = 1000 where slug = ${bought}`,
    )
    let orders = 0
    for (const [name, { run, cutsRequests }] of chosen) {
      const from = performance.now()
      const { requests, retries, cut, failures, ...figures } = await run(production)
      orders += figures.orders
      const seconds = ((performance.now() - from) / 1000).toFixed(1)
      const isFine = failures.length === 0 && (cut === 0 || cutsRequests === true)
      if (!isFine) failed += 1
      console.log(
        `  ${isFine ? 'passed' : 'FAILED'}  ${name}: ${String(requests)} requests, ${String(figures.orders)} orders, ${String(retries)} retries, ${String(cut)} cut off, ${String(failures.length)} failures, ${seconds} s`,
      )
      for (const failure of new Set(failures)) console.log(`    ${failure}`)
    }
    const [counted] = await inDatabase(
      shop,
      (sql) => sql<{ orders: number; sold: number }[]>`
        select (select count(*)::int from public.orders) as orders,
          (select 1000 - inventory_quantity from public.products where slug = ${bought}) as sold`,
    )
    const isEqual = counted?.orders === orders && counted.sold === orders
    if (!isEqual) failed += 1
    console.log(
      `  ${isEqual ? 'passed' : 'FAILED'}  orders that buyers were told of: ${String(orders)}, in the database: ${String(counted?.orders)}, taken from stock: ${String(counted?.sold)}`,
    )
    if (failed > 0) for (const line of problemsIn(servers)) console.log(`  ${line}`)
  } finally {
    for (const end of ends.reverse()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
  const total = chosen.length + 1
  console.log(`${String(total - failed)} passed, ${String(failed)} failed`)
  process.exit(failed === 0 ? 0 : 1)
})
