import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addToCart, stockProduct } from './checkout-steps'
import { faultsIn } from './consistency'
import { callAs, productRow, saveProduct } from './office-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

/** An inactive product that goes live in an hour. */
async function scheduled(fields: Record<string, unknown> = {}): Promise<string> {
  const id = await stockProduct(sql, 10, 9)
  await saveProduct(sql, staff, {
    id,
    version: 1,
    fields: { is_active: false, publish_at: hours(1), ...fields },
  })
  return id
}

/** The moments of a product as if so many hours had passed, and the sweep after them. */
async function pass(count: number): Promise<Record<string, number>> {
  if (count > 0)
    await sql`update products set publish_at = publish_at - ${count} * interval '1 hour',
    unpublish_at = unpublish_at - ${count} * interval '1 hour' where publish_at is not null or unpublish_at is not null`
  const [row] = await sql<{ counts: Record<string, number> }[]>`select sweep() as counts`
  return row?.counts ?? {}
}

const version = async () => Number((await sql`select version from catalogue_version`)[0]?.version)

/** Where a visitor finds a product: its row, a search by its name, the counts of the list and the cart. */
async function found(id: string, visitor = guest()) {
  const [row] = await sql<{ name: string }[]>`select name from products where id = ${id}`
  const name = row?.name ?? ''
  return as(sql, visitor, async (tx) => ({
    row: (await tx`select from products where id = ${id}`).length,
    search: (await tx`select from search_products(${name}, 5, 0)`).length,
    variants: (await tx`select from product_variants where product_id = ${id}`).length,
  }))
}
const nowhere = { row: 0, search: 0, variants: 0 }

test('before its time nobody outside of the shop finds a product or buys it, and from then on everybody does', async () => {
  const id = await scheduled()
  const shopper = await signUp(sql)
  expect(await found(id)).toEqual(nowhere)
  expect(await found(id, shopper)).toEqual(nowhere)
  expect(await rejection(addToCart(sql, guest(), id))).toMatchObject({ code: 'PT404' })

  expect(await pass(0.5)).toMatchObject({ published: 0, unpublished: 0 })
  expect(await found(id)).toEqual(nowhere)

  await sql`update products set publish_at = now() where id = ${id}`
  const before = await version()
  expect(await pass(0)).toMatchObject({ published: 1, unpublished: 0 })
  expect(await version()).toBeGreaterThan(before)
  expect(await found(id)).toEqual({ row: 1, search: 1, variants: 0 })
  expect(await found(id, shopper)).toEqual({ row: 1, search: 1, variants: 0 })
  await addToCart(sql, guest(), id)
  expect(await productRow(sql, id)).toMatchObject({ is_active: true, publish_at: null })
})

test('a product is gone again at its end, and stays so where both times passed unseen', async () => {
  const id = await scheduled({ unpublish_at: hours(3) })
  await pass(2)
  expect(await found(id)).toMatchObject({ row: 1 })
  expect(await pass(2)).toMatchObject({ published: 0, unpublished: 1 })
  expect(await found(id)).toEqual(nowhere)

  const missed = await scheduled({ unpublish_at: hours(3) })
  expect(await pass(9)).toMatchObject({ published: 0, unpublished: 1 })
  expect(await productRow(sql, missed)).toMatchObject({
    is_active: false,
    publish_at: null,
    unpublish_at: null,
  })
})

test('whatever times are set, a product is live from the first to the second', async () => {
  const offset = fc.option(fc.integer({ min: 1, max: 9 }))
  await fc.assert(
    fc.asyncProperty(offset, offset, fc.integer({ min: 0, max: 10 }), async (from, until, passed) => {
      fc.pre(from === null || until === null || from < until)
      const id = await stockProduct(sql, 10, 1)
      await saveProduct(sql, staff, {
        id,
        version: 1,
        fields: {
          is_active: from === null,
          publish_at: from === null ? null : hours(from),
          unpublish_at: until === null ? null : hours(until),
        },
      })
      await pass(passed + 0.5)
      const isLive = (from ?? 0) <= passed && (until === null || until > passed)
      expect(await productRow(sql, id)).toMatchObject({ is_active: isLive })
      await sql`delete from products where id = ${id}`
    }),
    { numRuns: process.env.TEST_DEEP ? 300 : 30 },
  )
})

test.each([
  [
    'the past',
    { is_active: false, publish_at: hours(-1) },
    'publish_at',
    'This time has passed. Choose a later one, or make the product active.',
  ],
  [
    'an active product',
    { publish_at: hours(1) },
    'publish_at',
    'A product that goes live later cannot be active now. Make it inactive, or leave the time empty.',
  ],
  [
    'an end in the past',
    { unpublish_at: hours(-1) },
    'unpublish_at',
    'This time has passed. Choose a later one, or make the product inactive.',
  ],
  [
    'an end before the beginning',
    { is_active: false, publish_at: hours(2), unpublish_at: hours(1) },
    'unpublish_at',
    'Choose a time after the product goes live.',
  ],
  [
    'a time without its zone',
    { is_active: false, publish_at: '2030-01-01 09:00' },
    'publish_at',
    'Publish at must be a date and time, such as 2026-12-01 09:00.',
  ],
  [
    'a title that search results cut off',
    { seo_title: 'x'.repeat(71) },
    'seo_title',
    'SEO title is too long: 71 characters, and 70 fit.',
  ],
])('%s is rejected by the form and by an import alike', async (_, fields, hint, message) => {
  const id = await stockProduct(sql, 10, 1)
  expect(await rejection(saveProduct(sql, staff, { id, version: 1, fields }))).toMatchObject({
    code: 'PT422',
    hint,
    message,
  })
  const rows = [{ sku: (await productRow(sql, id))?.sku, ...fields }]
  const { lines } = await callAs<{ lines: { errors: unknown[] }[] }>(sql, staff, 'import_products', {
    p_rows: rows,
    p_dry: false,
  })
  expect(lines[0]?.errors).toEqual([{ field: hint, message }])
})

test('staff who make a product active end its schedule, an undo brings it back, and the list says which wait', async () => {
  const id = await scheduled()
  const listed = async () =>
    (
      await callAs<{ rows: { id: string }[] }>(sql, staff, 'office_products', {
        p_filter: { status: 'scheduled' },
      })
    ).rows.map((row) => row.id)
  const before = (await productRow(sql, id))?.publish_at
  expect(await listed()).toEqual([id])
  const { done } = await callAs<{ done: object[] }>(sql, staff, 'bulk_products', {
    p_ids: [{ id, version: 2 }],
    p_change: { is_active: true },
  })
  expect(await productRow(sql, id)).toMatchObject({ is_active: true, publish_at: null })
  expect(await listed()).toEqual([])
  await callAs(sql, staff, 'undo_bulk', { p_done: done })
  expect(await productRow(sql, id)).toMatchObject({ is_active: false, publish_at: before })
  expect(await faultsIn(sql)).toEqual({})
  await sql`delete from products where id = ${id}`
})

test('a copy has no times and no title of its own for search results', async () => {
  const id = await scheduled({ unpublish_at: hours(3), seo_title: 'Silk' })
  const copy = await callAs<{ id: string }>(sql, staff, 'duplicate_product', { p_id: id })
  expect(await productRow(sql, copy.id)).toMatchObject({
    is_active: false,
    publish_at: null,
    unpublish_at: null,
    seo_title: null,
  })
  await sql`delete from products where id in (${id}, ${copy.id})`
})

test('an archived product does not go live, nor when it is restored after its time', async () => {
  const id = await scheduled()
  await callAs(sql, staff, 'archive_products', { p_ids: [id] })
  expect(await pass(2)).toMatchObject({ published: 0 })
  await callAs(sql, staff, 'archive_products', { p_ids: [id], p_archived: false })
  expect(await pass(0)).toMatchObject({ published: 0 })
  expect(await productRow(sql, id)).toMatchObject({ is_active: false, publish_at: null })
})

test('the texts of a category for search results are saved, and logged with who changed them', async () => {
  const saved = await callAs<{ id: string }>(sql, staff, 'save_category', {
    p_fields: { name: 'Candles', seo_title: ' Scented candles ', seo_description: '' },
  })
  const [row] = await sql`select seo_title, seo_description from categories where id = ${saved.id}`
  expect(row).toEqual({ seo_title: 'Scented candles', seo_description: null })
  await callAs(sql, staff, 'save_category', {
    p_id: saved.id,
    p_version: 1,
    p_fields: { seo_description: 'Hand-poured.' },
  })
  const [entry] =
    await sql`select before, after from audit_log where row_id = ${saved.id} order by id desc limit 1`
  expect(entry).toEqual({ before: { seo_description: null }, after: { seo_description: 'Hand-poured.' } })
})
