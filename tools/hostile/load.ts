import { randomUUID } from 'node:crypto'
import { json, type Call, type AttackRun } from './attack-run'
import { loopback, send, type Reply } from './send'

/**
 * Maximum median response time of a cached page while others request uncached pages, in milliseconds.
 */
const cachedPageMs = 400
const connections = 150

/** 150 connections request uncached pages; a cached page still responds within its limit. */
export async function randomSlugs(attackRun: AttackRun): Promise<void> {
  const attack = `${String(connections)} connections ask for random pages`
  const origin = attackRun.target.web ?? ''
  const cached: Call = { way: 'web', method: 'GET', path: '/faq', from: loopback(0x32_0001) }
  for (let index = 0; index < 3; index += 1) await attackRun.ask(attack, cached)
  let over = false
  const odd = ['/products/', '/categories/', '/products?brand=', '/products?q=', '/x-']
  const visitor = async (index: number): Promise<void> => {
    for (let turn = 0; !over; turn += 1) {
      const path = `${odd[(index + turn) % odd.length] ?? '/'}${randomUUID()}`
      const reply = await send({ method: 'GET', origin, path, from: loopback(0x33_0000 + index) })
      attackRun.report.calls += 1
      const isRight =
        [200, 404, 429].includes(reply.status) ||
        (reply.status === 503 && Boolean(reply.headers['retry-after']))
      if (!isRight)
        attackRun.report.wrong(
          attack,
          `GET ${path}`,
          `${String(reply.status)} ${reply.body.slice(0, 100)}`,
          'neither a page nor 503 with Retry-After',
        )
      if (!isRight && reply.status === 0) return
    }
  }
  const visitors = Array.from({ length: connections }, (_none, index) => visitor(index))
  const times: number[] = []
  // By then the load has filled every queue.
  await new Promise((resolve) => {
    setTimeout(resolve, 1000)
  })
  for (let index = 0; index < (attackRun.share === 1 ? 40 : 15); index += 1) {
    const reply = await attackRun.ask(attack, cached)
    times.push(reply.milliseconds)
    if (reply.status !== 200) attackRun.wrong(attack, cached, reply, 'a kept page is not answered')
  }
  over = true
  await Promise.all(visitors)
  const median = times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
  if (median > cachedPageMs) {
    attackRun.report.wrong(
      attack,
      `GET ${cached.path}, which is kept`,
      `${median.toFixed(0)} ms at the median, ${(times.at(-1) ?? 0).toFixed(0)} ms at most`,
      `more than ${String(cachedPageMs)} ms while others ask for pages to be drawn`,
    )
  }
}

/** Maximum number of cards on one page, whatever its URL asks for. */
const maxCards = 300

/** A URL that asks for forty pages of a list does not render 960 cards. */
export async function fortyPages(attackRun: AttackRun): Promise<void> {
  const attack = 'a list asked for forty pages at once'
  const { sql } = attackRun.target
  await sql`insert into products (slug, name, price, inventory_quantity, track_inventory, category_id)
    select 'many-' || n, 'Many ' || n, 10, 0, false, (select id from categories where slug = 'accessories')
      from generate_series(1, 1000) as n`
  // The server's cache follows a change of the catalogue after a moment.
  await new Promise((resolve) => {
    setTimeout(resolve, 1500)
  })
  for (const path of [
    '/products?pages=40',
    '/products?pages=999999',
    '/products?pages=-1',
    '/categories/accessories?pages=40',
    '/products?pages=1e9',
    '/products?pages=40&pages=41',
  ]) {
    const call: Call = { way: 'web', method: 'GET', path }
    const reply = await attackRun.ask(attack, call)
    const cards = new Set(
      [...reply.body.matchAll(/href="\/products\/([a-z0-9-]+)"/g)].map(([, slug]) => slug),
    ).size
    if (cards > maxCards)
      attackRun.wrong(
        attack,
        call,
        reply,
        `${String(cards)} cards are drawn for one call, ${(reply.body.length / 1024).toFixed(0)} KB`,
      )
  }
  await sql`delete from products where slug like 'many-%'`
}

/** Queries embed no deeper than the shop's own, two levels. */
export async function deepEmbedding(attackRun: AttackRun): Promise<void> {
  const attack = 'tables embedded deeper than the shop asks'
  const nested = (depth: number): string => {
    const names = ['category:categories', 'products']
    const open = Array.from({ length: depth }, (_none, index) => `${names[index % 2] ?? ''}(`).join('')
    return `${open}*${')'.repeat(depth)}`
  }
  for (const depth of [1, 4, 5, 6, 20, 60]) {
    for (const way of ['backend', 'proxy'] as const) {
      const call: Call = {
        by: 'guest',
        way,
        method: 'GET',
        path: `/rest/v1/products?select=*,${nested(depth)}`,
      }
      const reply: Reply = await attackRun.ask(attack, call)
      const rows = json(reply)
      if (depth === 1 && !Array.isArray(rows))
        attackRun.wrong(attack, call, reply, 'a product cannot be read with its category any more')
      if (depth > 3 && reply.status < 400)
        attackRun.wrong(
          attack,
          call,
          reply,
          `${String(depth)} levels are read at once: ${(reply.body.length / 1024).toFixed(0)} KB`,
        )
    }
  }
}
