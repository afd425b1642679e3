import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from './test-database'
import { as, rejection } from './visitor-fixtures'

const sql = await testDatabase()
const written = [...(await sql`select address_header, address_from_right from private.network_settings`)]
beforeEach(async () => {
  await sql`delete from private.rate_limits`
  await sql`update private.network_settings set address_header = 'x-forwarded-for', address_from_right = 1`
})

/** The address that a request with these headers is counted under. */
async function counted(headers: Record<string, string>): Promise<string> {
  const [row] = await sql<{ address: string }[]>`
    with request as materialized (select set_config('request.headers', ${JSON.stringify(headers)}, true))
    select private.client_address() as address from request`
  return row?.address ?? ''
}

let orders = 0
/** Asks for an order of its own each time: the tries at one order have a limit as well. */
const track = (headers: Record<string, string>) => {
  orders += 1
  return as(
    sql,
    { headers },
    (tx) => tx`select track_order(${`AM20260105-${String(orders)}`}, 'nobody@example.test')`,
  )
}

test.each([
  ['203.0.113.9', '203.0.113.9'],
  [' 203.0.113.9 ', '203.0.113.9'],
  ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['203.0.113.9, ', 'unknown'],
  ['203.0.113.0/24', 'unknown'],
  ['203.0.113.9:4711', 'unknown'],
  ['10.1', 'unknown'],
  ["'; drop table orders; --", 'unknown'],
  ['localhost', 'unknown'],
])('%j counts as %s', async (forwarded, address) => {
  expect(await counted({ 'x-forwarded-for': forwarded })).toBe(address)
})

test('the embedded backend says by itself where it writes the address', async () => {
  expect(written).toEqual([{ address_header: 'x-forwarded-for', address_from_right: 1 }])
})

test('a request without an address counts as one shared caller, and is limited', async () => {
  expect(await counted({})).toBe('unknown')
  expect(await counted({ 'cf-connecting-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' })).toBe('unknown')
  for (let index = 0; index < 60; index += 1) await track({})
  expect(await rejection(track({ 'x-real-ip': '203.0.113.9' }))).toMatchObject({
    code: 'PT429',
    hint: 'rate_limited',
  })
  await track({ 'x-forwarded-for': '203.0.113.9' })
})

test('entries a caller wrote in front of the trusted ones change nothing', async () => {
  const forged = fc.array(
    fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.string().map((text) => text.replaceAll('\u0000', '')),
    ),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(forged, fc.integer({ min: 1, max: 3 }), async (entries, hops) => {
      await sql`update private.network_settings set address_from_right = ${hops}`
      const trusted = ['203.0.113.9', '192.0.2.2', '192.0.2.1'].slice(0, hops)
      expect(await counted({ 'x-forwarded-for': [...entries, ...trusted].join(', ') })).toBe('203.0.113.9')
    }),
    { numRuns: 60 },
  )
})

test('no address is read from fewer entries than there are trusted proxies', async () => {
  await sql`update private.network_settings set address_from_right = 2`
  expect(await counted({ 'x-forwarded-for': '203.0.113.9' })).toBe('unknown')
})

test('all addresses of one IPv6 connection share a limit, those of another do not', async () => {
  for (let index = 0; index < 60; index += 1)
    await track({ 'x-forwarded-for': `2001:db8:0:1::${index.toString(16)}` })
  expect(await rejection(track({ 'x-forwarded-for': '2001:db8:0:1:ffff::1' }))).toMatchObject({
    code: 'PT429',
  })
  await track({ 'x-forwarded-for': '2001:db8:0:2::1' })
})

test('before anything is set, the header that Cloudflare overwrites is believed and no other', async () => {
  await sql`delete from private.network_settings`
  await sql`insert into private.network_settings default values`
  expect(await counted({ 'cf-connecting-ip': '203.0.113.9', 'x-forwarded-for': '198.51.100.1' })).toBe(
    '203.0.113.9',
  )
  expect(await counted({ 'x-forwarded-for': '198.51.100.1' })).toBe('unknown')
})

test('without the setting every caller is the shared one', async () => {
  await sql`delete from private.network_settings`
  expect(await counted({ 'cf-connecting-ip': '203.0.113.9', 'x-forwarded-for': '198.51.100.1' })).toBe(
    'unknown',
  )
  await sql`insert into private.network_settings default values`
})

test('a web server of the shop tells its visitors apart; nobody else may claim to be one', async () => {
  await sql`update private.network_settings
    set address_header = 'cf-connecting-ip', web_servers = array['198.51.100.7', '2001:db8::7']::inet[]`
  const visitor = 'x-forwarded-for'
  expect(await counted({ 'cf-connecting-ip': '198.51.100.7', [visitor]: '203.0.113.9, 198.51.100.7' })).toBe(
    '203.0.113.9',
  )
  expect(await counted({ 'cf-connecting-ip': '2001:db8::7', [visitor]: '2001:db8:1::9, 2001:db8::7' })).toBe(
    '2001:db8:1::/64',
  )
  expect(await counted({ 'cf-connecting-ip': '2001:db8::8', [visitor]: '203.0.113.9' })).toBe('2001:db8::/64')
  expect(await counted({ 'cf-connecting-ip': '192.0.2.1', [visitor]: '203.0.113.9, 198.51.100.7' })).toBe(
    '192.0.2.1',
  )
  // Without a visitor to name it is the web server that calls.
  expect(await counted({ 'cf-connecting-ip': '198.51.100.7' })).toBe('198.51.100.7')
  await sql`update private.network_settings set web_servers = '{}'`
})

test.each(['anon', 'authenticated', 'service_role'])(
  '%s can neither read nor change how client addresses are determined',
  async (role) => {
    const [rights] = await sql`
    select has_table_privilege(${role}, 'private.network_settings', 'select') as reads,
      has_table_privilege(${role}, 'private.network_settings', 'update') as writes`
    expect(rights).toEqual({ reads: false, writes: false })
  },
)
