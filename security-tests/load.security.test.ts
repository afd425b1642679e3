import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { isDeep } from '@shop/testing/sample'
import { ask } from './shop/ask'
import { test, type RunningShop } from './shop/running-shop'
import { loopback, send, type Call } from './shop/send'

/** Maximum median response time of a cached page while others request uncached pages, in milliseconds. */
const cachedPageMs = 400
/** On a busy machine it may be so many times as long as without them. */
const timesSlower = 25
const connections = 150
const prefixes = ['/products/', '/categories/', '/products?brand=', '/products?q=', '/x-']

/** Requests uncached pages on one connection until it is aborted. @returns the replies that are neither a page nor a rejection */
async function visit(shop: RunningShop, index: number, signal: AbortSignal): Promise<string[]> {
  const wrong: string[] = []
  for (let turn = index; !signal.aborted; turn += 1) {
    const path = `${prefixes[turn % prefixes.length] ?? '/'}${randomUUID()}`
    const reply = await send(shop, { way: 'web', method: 'GET', path, from: loopback(0x33_0000 + index) })
    const isRight =
      [200, 404, 429].includes(reply.status) || (reply.status === 503 && reply.headers['retry-after'])
    if (!isRight) wrong.push(`${path} → ${String(reply.status)} ${reply.body.slice(0, 100)}`)
    if (reply.status === 0) return wrong
  }
  return wrong
}

test('a cached page is sent in time while 150 connections request random pages', async ({ shop }) => {
  const cached: Call = { way: 'web', method: 'GET', path: '/faq', from: loopback(0x32_0001) }
  const median = async (times: number): Promise<number> => {
    const taken: number[] = []
    for (let index = 0; index < times; index += 1) {
      const reply = await ask(shop, cached)
      expect(reply.status).toBe(200)
      taken.push(reply.milliseconds)
    }
    return taken.sort((one, other) => one - other)[Math.floor(times / 2)] ?? Infinity
  }
  await ask(shop, cached)
  const alone = await median(5)
  const over = new AbortController()
  const visitors = Array.from({ length: connections }, (_none, index) => visit(shop, index, over.signal))
  // The first are sent while the queues fill.
  const among = await median(isDeep ? 60 : 15)
  over.abort()
  expect((await Promise.all(visitors)).flat()).toEqual([])
  expect(among).toBeLessThan(Math.max(cachedPageMs, timesSlower * alone))
})

/** Maximum number of cards on one page, whatever its URL asks for. */
const maxCards = 300

test('a list that is asked for forty pages at once does not render them all', async ({ shop }) => {
  const { sql } = shop.backend
  await sql`insert into products (slug, name, price, inventory_quantity, track_inventory, category_id)
    select 'many-' || n, 'Many ' || n, 10, 0, false, (select id from categories where slug = 'accessories')
      from generate_series(1, 1000) as n`
  const cards = async (path: string): Promise<number> => {
    const { body } = await ask(shop, { way: 'web', method: 'GET', path })
    return new Set([...body.matchAll(/href="\/products\/([a-z0-9-]+)"/g)].map(([, slug]) => slug)).size
  }
  // The web server's cache follows a change of the catalogue after a moment.
  await expect.poll(() => cards('/products?pages=3'), { timeout: 20_000 }).toBeGreaterThan(60)
  for (const query of ['pages=40', 'pages=999999', 'pages=-1', 'pages=1e9', 'pages=40&pages=41'])
    expect.soft(await cards(`/products?${query}`), query).toBeLessThanOrEqual(maxCards)
  expect(await cards('/categories/accessories?pages=40')).toBeLessThanOrEqual(maxCards)
  await sql`delete from products where slug like 'many-%'`
})
