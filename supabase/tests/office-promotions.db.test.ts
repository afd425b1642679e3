import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { complete } from './checkout-steps'
import { callAs } from './office-steps'
import { promotionFixtures } from './promotion-fixtures'
import { testDatabase } from './test-database'
import { as, rejection, signUpStaff } from './visitor-fixtures'

interface Row {
  id: string
  code: string
  state: string
  used: number
  returned: number
  version: number
  ends_at: string | null
}
interface Page {
  rows: Row[]
  total: number
  exact: boolean
  page: number
  pages: number
}
interface Uses {
  total: number
  pages: number
  rows: { order_number: string; returned: boolean; discount_amount: number }[]
}

const sql = await testDatabase()
const staff = await signUpStaff(sql, 'admin')

const { buyer, promotion } = promotionFixtures(sql)
const list = (p_filter: object = {}, p_page = 1, p_size = 20): Promise<Page> =>
  callAs(sql, staff, 'office_promotions', { p_filter, p_page, p_size })
const codes = async (filter: object) => (await list(filter, 1, 100)).rows.map(({ code }) => code)
const save = (
  p_fields: object,
  p_id: string | null = null,
  p_version: number | null = null,
): Promise<{ id: string; version: number }> =>
  callAs(sql, staff, 'save_promotion', { p_id, p_version, p_fields })
const record = (p_id: string): Promise<Row> => callAs(sql, staff, 'promotion_record', { p_id })
const uses = (p_id: string, p_page = 1, p_size = 10): Promise<Uses> =>
  callAs(sql, staff, 'promotion_orders', { p_id, p_page, p_size })
const end = (p_id: string, p_version: number): Promise<{ version: number; ends_at: string | null }> =>
  callAs(sql, staff, 'end_promotion', { p_id, p_version })
const idOf = async (code: string) =>
  (await sql<{ id: string }[]>`select id from promotions where code = ${code}`)[0]?.id ?? ''

/** Pays for an order with a code. @returns the order's id */
async function order(code: string): Promise<string> {
  const { visitor, checkout, reply } = await buyer(code)
  expect(reply.state).toBe('valid')
  await complete(sql, visitor, checkout.session_id)
  const [row] = await sql<{ id: string }[]>`
    select id from orders where checkout_session_id = ${checkout.session_id}`
  return row?.id ?? ''
}

test('every state is a filter, and each promotion is in one of them', async () => {
  const free = { kind: 'free_delivery' }
  await save({ code: 'State-live', ...free })
  await save({ code: 'State-later', ...free, starts_at: '2100-01-01T00:00:00Z' })
  await save({
    code: 'State-ended',
    ...free,
    starts_at: '2020-01-01T00:00:00Z',
    ends_at: '2020-02-01T00:00Z',
  })
  await save({ code: 'State-off', ...free, is_active: false })
  await save({ code: 'State-full', ...free, uses_limit: 1 })
  await order('State-full')
  const states = { live: 'live', scheduled: 'later', ended: 'ended', off: 'off', used_up: 'full' }
  expect(await codes({})).toEqual(await codes({ q: '', state: '' }))
  expect(await codes({})).toEqual(expect.arrayContaining(await codes({ q: 'state-' })))
  for (const [state, name] of Object.entries(states)) {
    expect(await codes({ state }), state).toContain(`State-${name}`)
    expect(await codes({ q: 'state-', state }), state).toEqual([`State-${name}`])
    expect((await record(await idOf(`State-${name}`))).state).toBe(state)
  }
  expect(await codes({ q: 'STATE' })).toHaveLength(5)
  expect(await codes({ q: 'tate-l' })).toEqual(['State-later', 'State-live'])
  expect(await codes({ q: 'at' })).toEqual([])
  expect(await codes({ q: '%' })).toEqual([])
})

test('newest first in pages, which end with the last', async () => {
  for (const each of ['1', '2', '3', '4', '5']) await save({ code: `Paged-${each}`, kind: 'free_delivery' })
  const first = await list({ q: 'paged-' }, 1, 2)
  expect(first).toMatchObject({ total: 5, exact: true, page: 1, pages: 3 })
  expect(first.rows.map(({ code }) => code)).toEqual(['Paged-5', 'Paged-4'])
  const last = await list({ q: 'paged-' }, 99, 2)
  expect(last).toMatchObject({ page: 3 })
  expect(last.rows.map(({ code }) => code)).toEqual(['Paged-1'])
})

test('uses are counted by orders, held ones are not, and a cancelled order gives its use back', async () => {
  const code = await promotion({ kind: 'amount', amount_pence: 500, uses_limit: 2 })
  const id = await idOf(code)
  const [one, two] = [await order(code), await order(code)]
  expect(await record(id)).toMatchObject({ used: 2, returned: 0, state: 'used_up' })
  await as(sql, staff, (tx) => tx`update orders set status = 'cancelled' where id = ${two}`)
  expect(await record(id)).toMatchObject({ used: 1, returned: 1, state: 'live' })
  const { total, rows } = await uses(id)
  expect(total).toBe(2)
  expect(rows.map(({ returned, discount_amount }) => [returned, discount_amount])).toEqual([
    [true, 5],
    [false, 5],
  ])
  expect((await uses(id, 2, 1)).rows[0]?.returned).toBe(false)
  await as(sql, staff, (tx) => tx`update orders set status = 'processing' where id in (${one}, ${two})`)
  expect(await record(id)).toMatchObject({ used: 2, returned: 0, version: 1 })
})

test('a promotion is changed in the version that was read, and by one of two', async () => {
  const { id, version } = await save({ code: 'Two-hands', kind: 'percent', percent: 10 })
  const saved = await save({ kind: 'amount', amount_pence: 250 }, id, version)
  expect(saved.version).toBe(version + 1)
  expect(await record(id)).toMatchObject({ kind: 'amount', percent: null, amount_pence: 250 })
  const stale = await rejection(save({ percent: 20, kind: 'percent' }, id, version))
  expect(stale).toMatchObject({ code: 'PT409', hint: 'stale_version' })
  expect(JSON.parse(stale.detail ?? '{}')).toMatchObject({ amount_pence: 250, version: saved.version })
})

test.each([
  [{ code: 'two-HANDS', kind: 'free_delivery' }, 'PT409', 'code'],
  [{ code: 'a b', kind: 'free_delivery' }, 'PT422', 'code'],
  [{ kind: 'free_delivery' }, 'PT422', 'code'],
  [{ code: 'Wrong' }, 'PT422', 'kind'],
  [{ code: 'Wrong', kind: 'half' }, 'PT422', 'kind'],
  [{ code: 'Wrong', kind: 'percent' }, 'PT422', 'percent'],
  [{ code: 'Wrong', kind: 'percent', percent: 0 }, 'PT422', 'percent'],
  [{ code: 'Wrong', kind: 'percent', percent: 100.5 }, 'PT422', 'percent'],
  [{ code: 'Wrong', kind: 'percent', percent: 1.005 }, 'PT422', 'percent'],
  [{ code: 'Wrong', kind: 'amount', amount_pence: 1000001 }, 'PT422', 'amount_pence'],
  [{ code: 'Wrong', kind: 'amount', amount_pence: 1.5 }, 'PT422', 'amount_pence'],
  [{ code: 'Wrong', kind: 'free_delivery', uses_limit: 0 }, 'PT422', 'uses_limit'],
  [{ code: 'Wrong', kind: 'free_delivery', starts_at: 'tomorrow' }, 'PT422', 'starts_at'],
  [{ code: 'Wrong', kind: 'free_delivery', ends_at: '2026-02-31T00:00:00Z' }, 'PT422', 'ends_at'],
  [{ code: 'Wrong', kind: 'free_delivery', ends_at: '2001-01-01T00:00:00Z' }, 'PT422', 'ends_at'],
  [{ code: 'Wrong', kind: 'free_delivery', is_active: 'yes' }, 'PT422', 'is_active'],
  [{ code: 'Wrong', kind: 'free_delivery', used: 0 }, 'PT422', 'used'],
  [{ code: ' Wrong', kind: 'free_delivery', is_automatic: true }, 'PT422', 'code'],
  [{ code: 'Wrong', kind: 'buy_get', percent: 100, get_quantity: 1 }, 'PT422', 'buy_quantity'],
  [{ code: 'Wrong', kind: 'buy_get', percent: 100, buy_quantity: 101 }, 'PT422', 'buy_quantity'],
  [{ code: 'Wrong', kind: 'buy_get', percent: 100, buy_quantity: 2 }, 'PT422', 'get_quantity'],
  [{ code: 'Wrong', kind: 'buy_get', buy_quantity: 2, get_quantity: 1 }, 'PT422', 'percent'],
  [{ code: 'Wrong', kind: 'free_delivery', applies_to: 'brands' }, 'PT422', 'applies_to'],
  [{ code: 'Wrong', kind: 'free_delivery', applies_to: 'products' }, 'PT422', 'product_ids'],
  [
    { code: 'Wrong', kind: 'free_delivery', applies_to: 'products', product_ids: 'all' },
    'PT422',
    'product_ids',
  ],
  [{ code: 'Wrong', kind: 'free_delivery', product_ids: ['all'] }, 'PT422', 'product_ids'],
  [{ code: 'Wrong', kind: 'free_delivery', applies_to: 'categories' }, 'PT422', 'category_ids'],
  [
    { code: 'Wrong', kind: 'free_delivery', category_ids: Array(51).fill(randomUUID()) },
    'PT422',
    'category_ids',
  ],
])('%j is rejected at its field', async (fields, code, hint) => {
  expect(await rejection(save(fields))).toMatchObject({ code, hint })
})

test('an automatic promotion of chosen products is saved with their names, and drops them with its kind', async () => {
  const [product] = await sql<{ id: string; name: string }[]>`select id, name from products limit 1`
  const { id, version } = await save({
    code: 'Three for two',
    is_automatic: true,
    kind: 'buy_get',
    buy_quantity: 2,
    get_quantity: 1,
    percent: 100,
    applies_to: 'products',
    product_ids: [product?.id, randomUUID()],
  })
  expect(await record(id)).toMatchObject({ code: 'Three for two', is_automatic: true, products: [product] })
  await save({ kind: 'amount', amount_pence: 500, applies_to: 'order', is_active: false }, id, version)
  expect(await record(id)).toMatchObject({ buy_quantity: null, percent: null, product_ids: [], products: [] })
})

test('"End now" rejects the code at once, can be undone, and needs a running promotion', async () => {
  const { id, version } = await save({ code: 'End-now', kind: 'percent', percent: 10 })
  const ended = await end(id, version)
  expect(ended.ends_at).toBeNull()
  expect(await record(id)).toMatchObject({ state: 'ended' })
  expect((await buyer('End-now')).reply.state).toBe('ended')
  expect(await rejection(end(id, ended.version))).toMatchObject({ hint: 'not_running' })
  await save({ ends_at: ended.ends_at }, id, ended.version)
  expect((await buyer('End-now')).reply.state).toBe('valid')
  const later = await save({ code: 'Not-yet', kind: 'free_delivery', starts_at: '2100-01-01T00:00:00Z' })
  expect(await rejection(end(later.id, 1))).toMatchObject({ hint: 'not_running' })
})

test('unknown filters are rejected', async () => {
  expect(await rejection(list({ state: 'new' }))).toMatchObject({ code: 'PT422', hint: 'state' })
  expect(await rejection(list({ other: 'x' }))).toMatchObject({ code: 'PT422', hint: 'filter' })
})
