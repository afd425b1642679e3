import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import * as v from 'valibot'
import { errorMessage } from '../../shell/server/error-message'
import { copyRelease, serviceOf } from '../bench/web/own-release'
import type { ShopProcess } from '../test/shop-process'
import type { LoadBalancer } from './load-balancer'
import { Visitor, type Figures } from './visitor'
import type { WebServer } from './web-server'

const pages = ['/', '/products', '/products/riva-pebble', '/categories/accessories', '/about']
/** The product that visitors buy, by its slug. */
export const bought = 'moss-velvet-pouch'

/** What the scenarios use and break. */
export interface Production {
  site: string
  shop: ShopProcess
  balancer: LoadBalancer
  servers: readonly WebServer[]
}

/** The lines of the file by which PostgreSQL is found: its process id first. */
const postmaster = ({ dataDir }: ShopProcess) =>
  readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')

/** Asks the embedded database as its superuser, by the socket that its lock file names. */
export async function inDatabase<Result>(
  shop: ShopProcess,
  ask: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const lines = postmaster(shop)
  const sql = postgres({
    host: lines[4],
    port: Number(lines[3]),
    username: 'supabase_admin',
    database: 'postgres',
    max: 2,
  })
  try {
    return await ask(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** @throws Error when the condition is not met within ten minutes */
async function until(what: string, isMet: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 600_000
  for (;;) {
    const isDone = await Promise.resolve(isMet()).catch(() => false)
    if (isDone) return
    if (Date.now() > end) throw new Error(`Not within ten minutes: ${what}`)
    await sleep(100)
  }
}

/** Waits until the load balancer sends requests to so many servers. */
export const untilReady = ({ balancer }: Production, count: number) =>
  until(`${String(count)} servers take requests`, async () => (await balancer.ready()) === count)

const stateOf = async ({ port }: WebServer): Promise<unknown> =>
  (await fetch(`http://127.0.0.1:${String(port)}/healthz`)).json()

const untilAll = (what: string, servers: readonly WebServer[], schema: v.GenericSchema) =>
  until(`all servers ${what}`, async () =>
    (await Promise.all(servers.map(stateOf))).every((state) => v.is(schema, state)),
  )

/** Lets four visitors look at pages, and one buy, one thing after another, until `act` is done. */
async function underLoad(
  site: string,
  act: (figures: Figures) => Promise<unknown>,
  buyers = true,
): Promise<Figures> {
  const figures: Figures = { requests: 0, retries: 0, cut: 0, orders: 0, failures: [] }
  let isOver = false
  const looking = [0, 1, 2, 3].map(async (offset) => {
    for (let step = offset; !isOver; step += 1) {
      await new Visitor(site, figures)
        .send(pages[step % pages.length] ?? '/')
        .catch((error: unknown) => figures.failures.push(errorMessage(error)))
      await sleep(100)
    }
  })
  const buying = (async () => {
    while (buyers && !isOver)
      await new Visitor(site, figures).buy(bought, `production-${String(Date.now())}@example.test`).then(
        () => {
          figures.orders += 1
        },
        (error: unknown) => figures.failures.push(errorMessage(error)),
      )
  })()
  try {
    await act(figures)
  } finally {
    isOver = true
    await Promise.all([...looking, buying])
  }
  return figures
}

/** What is done to the shop while it is used, and what visitors met. */
export interface Scenario {
  /** Part of `npm test`. */
  inMinute?: true
  /** What dies without warning cuts off what it was answering; visitors send that again. */
  cutsRequests?: true
  run(production: Production): Promise<Figures>
}

/** By what is done. */
export const scenarios: Record<string, Scenario> = {
  'one purchase after another': {
    run: ({ site }) => underLoad(site, (figures) => until('two orders', () => figures.orders >= 2)),
  },

  'a promotion and its rollback': {
    inMinute: true,
    run: ({ site, shop, servers }) =>
      underLoad(site, async (figures) => {
        const service = serviceOf(shop)
        const [text, otherText] = ['Made for the quiet hours', 'Made for the loud hours'] as const
        const { html } = await new Visitor(site, figures).send('/')
        const scripts = new Set(html.match(/\/releases\/mf-catalog\/\w+\/js\/[\w.-]+\.js/g))
        const serveAll = async (what: string, { live }: { live: string }, says: string) => {
          const from = performance.now()
          await untilAll(`serve ${live}`, servers, v.looseObject({ releaseSet: v.literal(live) }))
          console.log(`    ${what}: on all servers after ${((performance.now() - from) / 1000).toFixed(1)} s`)
          for (const { port } of servers) {
            const { headers } = await fetch(`http://127.0.0.1:${String(port)}/`)
            const set = headers.get('x-release-set')
            if (set !== live) figures.failures.push(`A visitor gets set ${set ?? 'none'}, not ${live}.`)
          }
          const home = () => new Visitor(site, figures).send('/')
          // A page that took too long is left to scripts.
          await until(`${live} says "${says}"`, async () => (await home()).html.includes(says))
          // Of a page that was opened before.
          await Promise.all([...scripts].map((script) => new Visitor(site, figures).send(script)))
        }
        const copy = await copyRelease(shop, 'mf-catalog', 'production', [text, otherText])
        await serveAll('promoted', await service.promote([copy]), otherText)
        await serveAll('rolled back', await service.rollBack(false), text)
      }),
  },

  'a rolling restart': {
    inMinute: true,
    run: (production) =>
      underLoad(production.site, async () => {
        for (const server of production.servers) {
          await server.end('SIGTERM')
          await server.start()
          await untilReady(production, 3)
        }
      }),
  },

  'a server that is killed': {
    inMinute: true,
    cutsRequests: true,
    run: (production) =>
      underLoad(production.site, async () => {
        const [server] = production.servers
        await server?.end('SIGKILL')
        await untilReady(production, 2)
        await server?.start()
        await untilReady(production, 3)
      }),
  },

  'a database that is killed and starts again': {
    run: ({ site, shop, servers }) =>
      underLoad(site, async () => {
        const [pid] = postmaster(shop)
        process.kill(Number(pid), 'SIGKILL')
        const back = v.looseObject({ backend: v.literal('up'), realtime: v.literal('up') })
        await until('another database', () => postmaster(shop)[0] !== pid)
        await untilAll('see the database', servers, back)
      }),
  },

  'a table of carts that is locked for ten seconds': {
    run: ({ site, shop, servers }) =>
      underLoad(
        site,
        () =>
          inDatabase(shop, (sql) =>
            sql.begin(async (transaction) => {
              await transaction`lock table public.cart_items in access exclusive mode`
              const times: number[] = []
              // The lock lasts until they have answered, so an answer that waited for it would never come.
              for (const end = Date.now() + 10_000; Date.now() < end; await sleep(500))
                for (const { port } of servers) {
                  const started = performance.now()
                  const { status } = await fetch(`http://127.0.0.1:${String(port)}/readyz`)
                  times.push(performance.now() - started)
                  if (status !== 200) throw new Error(`/readyz: ${String(status)} while a table is locked`)
                }
              times.sort((one, other) => one - other)
              const share = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(1)
              console.log(
                `    /readyz while it is locked, ${String(times.length)} times: median ${share(0.5)} ms, longest ${share(1)} ms`,
              )
            }),
          ),
        // Nobody can put anything into a cart meanwhile; pages go on.
        false,
      ),
  },

  '300 pages at once that no server has kept': {
    run: ({ site }) =>
      underLoad(
        site,
        (figures) =>
          Promise.all(
            Array.from({ length: 300 }, (_, index) =>
              new Visitor(site, figures)
                .send(`/search?q=${String(index)}`)
                .catch((error: unknown) => figures.failures.push(errorMessage(error))),
            ),
          ),
        false,
      ),
  },
}
