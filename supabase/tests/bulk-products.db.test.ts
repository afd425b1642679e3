import { plus, percentOf, decimal } from '../../libs/pricing/src/decimal'
import fc from 'fast-check'
import { roundHalfUp, times } from '../../libs/pricing/src/decimal'
import { expect, test } from 'vitest'
import { stockProduct } from './checkout-steps'
import { faultsIn } from './consistency'
import { callAs, productRow, saveProduct } from './office-steps'
import { testDatabase } from './test-database'
import { sizedProduct } from './variant-fixtures'
import { rejection, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

interface Chosen {
  id: string
  version: number
}
interface Outcome {
  done: (Chosen & { before: Record<string, unknown> })[]
  conflicts: (Chosen & { name: string })[]
  rejected: { id: string; name: string | null; reason: string }[]
}

const bulk = (ids: Chosen[], change: Record<string, unknown>): Promise<Outcome> =>
  callAs(sql, staff, 'bulk_products', { p_ids: ids, p_change: change })
const undo = (done: Outcome['done']): Promise<Outcome> => callAs(sql, staff, 'undo_bulk', { p_done: done })
const chosen = async (...ids: string[]): Promise<Chosen[]> =>
  Promise.all(ids.map(async (id) => ({ id, version: Number((await productRow(sql, id))?.version) })))

test('a change reaches every product that is as it was read, and says which were not', async () => {
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => stockProduct(sql, 10, 1)))
  const ids = await chosen(one ?? '', two ?? '', three ?? '')
  await saveProduct(sql, staff, { id: two, version: 1, fields: { name: 'Changed meanwhile' } })
  await callAs(sql, staff, 'archive_products', { p_ids: [three ?? ''] })
  const gone = { id: '00000000-0000-4000-8000-000000000000', version: 1 }
  const archived = (await chosen(three ?? ''))[0] ?? gone
  const outcome = await bulk([...ids.slice(0, 2), archived, gone], { is_active: true })
  expect(outcome).toEqual({
    // Active it was: nothing changes, the version stays.
    done: [{ id: one, version: 1, before: { is_active: true } }],
    conflicts: [{ id: two, name: 'Changed meanwhile', version: 2 }],
    rejected: [
      { id: three, name: expect.any(String) as unknown, reason: 'It is archived. Restore it first.' },
      { id: gone.id, name: null, reason: 'It no longer exists.' },
    ],
  })
})

test('an undo takes back what nobody has changed since', async () => {
  const [one, two] = await Promise.all([stockProduct(sql, 10, 1), stockProduct(sql, 20, 1)])
  const { done } = await bulk(await chosen(one, two), { is_featured: true })
  expect(done.map(({ version }) => version)).toEqual([2, 2])
  await saveProduct(sql, staff, { id: two, version: 2, fields: { price: 21 } })
  const back = await undo(done)
  expect(back.done).toMatchObject([{ id: one, version: 3 }])
  expect(back.conflicts).toMatchObject([{ id: two, version: 3 }])
  expect(await productRow(sql, one)).toMatchObject({ is_featured: false })
  expect(await productRow(sql, two)).toMatchObject({ is_featured: true, price: 21 })
})

test('stock moves by the difference with its note, not below nothing, and back again', async () => {
  const [one, two] = await Promise.all([stockProduct(sql, 10, 5), stockProduct(sql, 20, 1)])
  const robe = await sizedProduct(sql, { S: 2 })
  const outcome = await bulk(await chosen(one, two, robe.id), { stock_change: -3, note: 'Broken' })
  expect(outcome.rejected.map(({ reason }) => reason)).toEqual([
    'Only 1 in stock.',
    'Its stock is counted for each variant.',
  ])
  expect(await productRow(sql, one)).toMatchObject({ inventory_quantity: 2, version: 1 })
  await undo(outcome.done)
  expect(await productRow(sql, one)).toMatchObject({ inventory_quantity: 5 })
  const notes =
    await sql`select quantity, note from inventory_movements where product_id = ${one} and kind = 'adjusted' order by id`
  expect([...notes]).toEqual([
    { quantity: -3, note: 'Broken' },
    { quantity: 3, note: 'Taken back' },
  ])
})

test('a category is set for many, and a category that is gone is rejected', async () => {
  const [row] = await sql<{ id: string }[]>`select id from categories limit 1`
  const id = await stockProduct(sql, 10, 1)
  const { done } = await bulk(await chosen(id), { category_id: row?.id })
  expect(await productRow(sql, id)).toMatchObject({ category_id: row?.id, version: 2 })
  await undo(done)
  expect(await productRow(sql, id)).toMatchObject({ category_id: null })
  const attempt = bulk(await chosen(id), { category_id: '00000000-0000-4000-8000-000000000000' })
  expect(await rejection(attempt)).toMatchObject({ code: 'PT422', hint: 'category_id' })
})

test.each([
  [{}, 'change'],
  [{ is_active: true, is_featured: true }, 'change'],
  [{ name: 'All the same' }, 'change'],
  [{ is_active: 'yes' }, 'is_active'],
  [{ price: 5 }, 'price'],
  [{ price: { percent: 10, amount: 1 } }, 'price'],
  [{ price: { percent: 'ten' } }, 'price'],
  [{ price: { amount: 0.001 } }, 'price'],
  [{ stock_change: 1.5 }, 'stock_change'],
])('the change %j is rejected', async (change, hint) => {
  expect(await rejection(bulk(await chosen(await stockProduct(sql, 10, 1)), change))).toMatchObject({
    code: 'PT422',
    hint,
  })
})

test('prices change by amount and percentage as libs/pricing rounds, of products and variants alike, and back', async () => {
  const pence = fc.integer({ min: 0, max: 99_999 })
  const change = fc.oneof(
    fc.integer({ min: -9000, max: 30_000 }).map((hundredths) => ({ percent: hundredths / 100 })),
    fc.integer({ min: -5000, max: 5000 }).map((amount) => ({ amount: amount / 100 })),
  )
  const expected = (before: number, by: { percent?: number; amount?: number }): number =>
    by.percent === undefined
      ? before + Math.round((by.amount ?? 0) * 100)
      : roundHalfUp(percentOf(times(decimal(before), decimal(1)), plus(decimal(100), decimal(by.percent))))
  await fc.assert(
    fc.asyncProperty(
      fc.array(pence, { minLength: 1, maxLength: 4 }),
      pence,
      pence,
      change,
      async (plain, small, large, by) => {
        const ids = await Promise.all(plain.map((price) => stockProduct(sql, price / 100, 1)))
        const robe = await sizedProduct(sql, { S: 1, L: 1 }, { prices: { S: small / 100, L: large / 100 } })
        const prices = async () => {
          const rows = await sql<{ pence: number }[]>`
          select (price * 100)::int as pence from products join unnest(${ids}::uuid[]) with ordinality as wanted (id, place) using (id) order by place`
          const sizes = await sql<{ pence: number }[]>`
          select (price * 100)::int as pence from product_variants where product_id = ${robe.id} order by option_values desc`
          return [...rows, ...sizes].map((row) => row.pence)
        }
        const before = await prices()
        const outcome = await bulk(await chosen(...ids, robe.id), { price: by })
        const rejected = new Set(outcome.rejected.map(({ id }) => id))
        const owners = [...ids, robe.id, robe.id]
        const outOfRange = (index: number) =>
          expected(before[index] ?? 0, by) < 0 || expected(before[index] ?? 0, by) > 10_000_000
        expect(rejected).toEqual(new Set(owners.filter((_, index) => outOfRange(index))))
        expect(await prices()).toEqual(
          before.map((price, index) => (rejected.has(owners[index] ?? '') ? price : expected(price, by))),
        )
        if (outcome.done.length > 0) await undo(outcome.done)
        expect(await prices()).toEqual(before)
        expect(await faultsIn(sql)).toEqual({})
      },
    ),
    { numRuns: process.env.TEST_DEEP ? 200 : 8 },
  )
})
