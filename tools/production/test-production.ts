import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import * as v from 'valibot'
import { copyRelease, serviceOf } from '../bench/web/own-release'
import { buildReleases } from '../build/build'
import { readArguments } from '../arguments'
import { command } from '../environment'
import { memberNames } from '../remotes'
import { freePort, startShopProcess, type ShopProcess } from '../test/shop-process'
import { testStore } from '../test/test-store'
import { buy } from './buyer'
import { startLoadBalancer } from './load-balancer'
import { webServer, type WebServer } from './web-server'

const pages = ['/', '/products', '/products/riva-pebble', '/categories/accessories', '/about']
const bought = 'moss-velvet-pouch'

/** A superuser's connection to the embedded database, by the socket that its lock file names. */
function database({ dataDir }: ShopProcess): postgres.Sql {
  const lines = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return postgres({
    host: lines[4],
    port: Number(lines[3]),
    username: 'supabase_admin',
    database: 'postgres',
    max: 2,
  })
}

/** What visitors met while something happened. */
interface Figures {
  requests: number
  orders: number
  failures: string[]
}

/** Twenty pages a second and, where `buyers` come, one of them after another, until `act` is done. */
async function underLoad(site: string, act: () => Promise<unknown>, buyers = true): Promise<Figures> {
  const figures: Figures = { requests: 0, orders: 0, failures: [] }
  let isOver = false
  const waiting: Promise<void>[] = []
  const timer = setInterval(() => {
    const page = pages[figures.requests++ % pages.length] ?? '/'
    waiting.push(
      fetch(site + page).then(
        async (response) => {
          await response.arrayBuffer()
          // Every response of the shop has this header.
          const isOwn = response.headers.has('x-content-type-options')
          if (response.status !== 200)
            figures.failures.push(
              `${page}: ${String(response.status)}${isOwn ? '' : ' of the load balancer'}`,
            )
        },
        (error: unknown) => {
          figures.failures.push(`${page}: ${String(error instanceof Error ? (error.cause ?? error) : error)}`)
        },
      ),
    )
  }, 50)
  const buying = (async () => {
    while (buyers && !isOver) {
      figures.requests += 7
      await buy(site, bought, `production-${String(Date.now())}@example.test`).then(
        () => {
          figures.orders += 1
        },
        (error: unknown) => figures.failures.push(error instanceof Error ? error.message : String(error)),
      )
    }
  })()
  try {
    await act()
  } finally {
    isOver = true
    clearInterval(timer)
    await Promise.all([...waiting, buying])
  }
  return figures
}

const statusOf = async (url: string) => (await fetch(url)).status

/** @throws Error when the condition is not met within half a minute */
async function until(what: string, isMet: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000
  while (!(await isMet().catch(() => false))) {
    if (Date.now() > end) throw new Error(`Not within half a minute: ${what}`)
    await sleep(100)
  }
}

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

interface Production {
  site: string
  shop: ShopProcess
  servers: readonly WebServer[]
  sql: postgres.Sql
}

const setsOf = (servers: readonly WebServer[]) =>
  Promise.all(
    servers.map(async ({ port }) => {
      const health: unknown = await (await fetch(`http://127.0.0.1:${String(port)}/healthz`)).json()
      return v.parse(v.looseObject({ releaseSet: v.string() }), health).releaseSet
    }),
  )

/** What is done to the shop while it is used. Each gives what visitors met; a failure of one request fails it. */
const scenarios: Record<string, (production: Production) => Promise<Figures>> = {
  'a purchase after another': ({ site }) => underLoad(site, () => sleep(3000)),

  'a promotion and its rollback': ({ site, shop, servers }) =>
    underLoad(site, async () => {
      const service = serviceOf(shop)
      const serveAll = ({ live }: { live: string }) =>
        until(`all servers serve ${live}`, async () => (await setsOf(servers)).every((set) => set === live))
      await serveAll(await service.promote([await copyRelease(shop, 'mf-catalog', 'production')]))
      await serveAll(await service.rollBack(false))
    }),

  'a rolling restart': ({ site, servers }) =>
    underLoad(site, async () => {
      for (const server of servers) {
        await server.end('SIGTERM')
        await server.start()
        await sleep(1000)
      }
    }),

  'a table of carts that is locked for ten seconds': ({ site, servers, sql }) => {
    const lock = () =>
      sql.begin(async (transaction) => {
        await transaction`lock table public.cart_items in access exclusive mode`
        for (let second = 0; second < 10; second += 1) {
          for (const { port } of servers) {
            const started = performance.now()
            if ((await statusOf(`http://127.0.0.1:${String(port)}/readyz`)) !== 200)
              throw new Error('/readyz is not 200 while a table is locked')
            const ms = performance.now() - started
            if (ms > 500) throw new Error(`/readyz took ${ms.toFixed(0)} ms while a table is locked`)
          }
          await sleep(1000)
        }
      })
    // Nobody can put anything into a cart meanwhile; pages go on.
    return underLoad(site, lock, false)
  },

  'a server that is killed': ({ site, servers: [server] }) =>
    underLoad(site, async () => {
      await server?.end('SIGKILL')
      await sleep(2000)
      await server?.start()
    }),
}

// Three web servers behind a load balancer, used and broken on purpose.
command(async () => {
  readArguments({
    call: 'test:production',
    does: 'Uses and breaks three web servers behind a load balancer.',
  })
  await buildReleases(testStore, memberNames, null)
  const shop = await startShopProcess()
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-production-'))
  const ends: (() => Promise<unknown>)[] = [() => shop.stop()]
  let failed = 0
  try {
    const { publishableKey } = v.parse(
      v.looseObject({ publishableKey: v.string() }),
      JSON.parse(readFileSync(path.join(shop.dataDir, 'keys.json'), 'utf8')),
    )
    const port = await freePort()
    const site = `http://localhost:${String(port)}`
    const sql = database(shop)
    ends.push(() => sql.end({ timeout: 1 }))
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
    for (const server of servers) await server.start()
    const balancer = await startLoadBalancer(
      port,
      servers.map((server) => server.port),
      folder,
    )
    ends.push(() => balancer.stop())
    console.log(`Three web servers behind ${balancer.name}`)
    await sql`update public.products set inventory_quantity = 1000 where slug = ${bought}`
    let orders = 0
    for (const [name, scenario] of Object.entries(scenarios)) {
      const from = performance.now()
      const figures = await scenario({ site, shop, servers, sql })
      orders += figures.orders
      const seconds = ((performance.now() - from) / 1000).toFixed(1)
      const isFine = figures.failures.length === 0
      if (!isFine) failed += 1
      console.log(
        `  ${isFine ? 'passed' : 'FAILED'}  ${name}: ${String(figures.requests)} requests, ${String(figures.orders)} orders, ${String(figures.failures.length)} failures, ${seconds} s`,
      )
      for (const failure of new Set(figures.failures)) console.log(`    ${failure}`)
    }
    const [counted] = await sql<{ orders: number; sold: number }[]>`
      select (select count(*)::int from public.orders) as orders,
        (select 1000 - inventory_quantity from public.products where slug = ${bought}) as sold`
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
  const total = Object.keys(scenarios).length + 1
  console.log(`${String(total - failed)} passed, ${String(failed)} failed`)
  process.exit(failed === 0 ? 0 : 1)
})
