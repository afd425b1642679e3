import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUpStaff } from './visitor-fixtures'

const ids: Record<string, string> = {}

const list = (names: readonly string[]): string => `{${names.map((name) => ids[name] ?? name).join(',')}}`
const save = (kind: 'product' | 'category', of: string, chosen: string[], before: string[], by = staff) =>
  as(sql, by, (tx) =>
    tx.unsafe(
      `select ${kind === 'product' ? 'save_companions' : 'save_category_companions'}($1, $2::text::uuid[], $3::text::uuid[])`,
      [ids[of] ?? of, list(chosen), list(before)],
    ),
  )
const companions = (names: readonly string[], limit?: number): Promise<string[]> =>
  as(sql, guest(), async (tx) => {
    const rows = await tx.unsafe<{ slug: string }[]>('select slug from companions_of($1::text::uuid[], $2)', [
      list(names),
      limit ?? 3,
    ])
    return rows.map(({ slug }) => slug)
  })

const sql = await testDatabase()
const staff = await signUpStaff(sql)

// Three rooms: of tools, of oils (a to d, ever dearer) and of boxes.
beforeEach(async () => {
  await sql`delete from product_relations`
  await sql`delete from category_relations`
  await sql`delete from products`
  await sql`delete from categories`
  const rooms = await sql<{ id: string; slug: string }[]>`
    insert into categories (name, slug) values ('Tools', 'tools'), ('Oils', 'oils'), ('Boxes', 'boxes') returning id, slug`
  for (const { id, slug } of rooms) ids[slug] = id
  const goods: [string, string, number][] = [
    ['tool', 'tools', 90],
    ['tool-two', 'tools', 80],
    ['oil-a', 'oils', 10],
    ['oil-b', 'oils', 11],
    ['oil-c', 'oils', 12],
    ['oil-d', 'oils', 13],
    ['box-a', 'boxes', 20],
    ['box-b', 'boxes', 21],
  ]
  for (const [slug, room, price] of goods) {
    const [row] = await sql<{ id: string }[]>`
      insert into products (slug, name, price, category_id, inventory_quantity)
      values (${slug}, ${slug}, ${price}, ${ids[room] ?? null}, 9) returning id`
    ids[slug] = row?.id ?? ''
  }
})

test('companions that staff chose are shown in their order', async () => {
  await save('product', 'tool', ['box-b', 'oil-c', 'tool-two'], [])
  expect(await companions(['tool'])).toEqual(['box-b', 'oil-c', 'tool-two'])
  await save('product', 'tool', ['tool-two', 'box-b'], ['box-b', 'oil-c', 'tool-two'])
  expect(await companions(['tool'])).toEqual(['tool-two', 'box-b'])
})

test('paired categories fill the row in turn, the cheapest first', async () => {
  await save('category', 'tools', ['oils', 'boxes'], [])
  expect(await companions(['tool'])).toEqual(['oil-a', 'box-a', 'oil-b'])
  await save('product', 'tool', ['oil-b'], [])
  expect(await companions(['tool'], 4)).toEqual(['oil-b', 'oil-a', 'box-a', 'oil-c'])
})

test('products that are sold out, inactive or already in the cart are not offered', async () => {
  await save('product', 'tool', ['oil-a', 'oil-b', 'oil-c', 'oil-d'], [])
  await sql`update products set inventory_quantity = 0 where slug = 'oil-a'`
  await sql`update products set is_active = false where slug = 'oil-b'`
  expect(await companions(['tool', 'oil-c'])).toEqual(['oil-d'])
})

test('a product or a category that is switched off leads nowhere', async () => {
  await save('product', 'tool', ['oil-a'], [])
  await save('category', 'tools', ['boxes'], [])
  await sql`update categories set is_active = false where slug = 'boxes'`
  expect(await companions(['tool'])).toEqual(['oil-a'])
  await sql`update products set is_active = false where slug = 'tool'`
  expect(await companions(['tool'])).toEqual([])
})

test('of any cart what goes with it is short, without repetition and not in the cart', async () => {
  await save('category', 'tools', ['oils', 'boxes'], [])
  await save('category', 'oils', ['boxes'], [])
  await save('product', 'oil-a', ['oil-b', 'tool'], [])
  await save('product', 'tool', ['oil-b', 'box-b'], [])
  const names = ['tool', 'tool-two', 'oil-a', 'oil-b', 'oil-c', 'oil-d', 'box-a', 'box-b']
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...names)),
      fc.integer({ min: -3, max: 40 }),
      async (cart, limit) => {
        const found = await companions(cart, limit)
        expect(found.length).toBeLessThanOrEqual(Math.max(0, Math.min(limit, 12)))
        expect(new Set(found).size).toBe(found.length)
        expect(found.filter((slug) => cart.includes(slug))).toEqual([])
      },
    ),
    { numRuns: 40 },
  )
})

test('a list that somebody else has changed meanwhile is not overwritten', async () => {
  await save('product', 'tool', ['oil-a'], [])
  const late = await rejection(save('product', 'tool', ['oil-b'], []))
  expect(late).toMatchObject({ code: 'PT409', hint: 'stale_version' })
  expect(await companions(['tool'])).toEqual(['oil-a'])
})

test.each([
  ['itself', ['tool']],
  ['one twice', ['oil-a', 'oil-a']],
  ['more than 12', Array.from({ length: 13 }, () => randomUUID())],
  ['one that is gone', [randomUUID()]],
])('%s is no companion', async (_what, chosen) => {
  expect(await rejection(save('product', 'tool', chosen, []))).toMatchObject({
    code: 'PT422',
    hint: 'companions',
  })
})

test('pages are made again, the log says who did it, and a deleted companion is gone', async () => {
  const version = async () =>
    (await sql<{ version: string }[]>`select version from catalogue_version`)[0]?.version
  const before = await version()
  await save('product', 'tool', ['oil-a', 'oil-b'], [])
  expect(await version()).not.toBe(before)
  const logged = await sql<{ action: string; actor: string }[]>`
    select action, actor from audit_log where table_name = 'product_relations' order by id desc limit 2`
  expect(logged).toEqual([
    { action: 'insert', actor: staff.user?.id },
    { action: 'insert', actor: staff.user?.id },
  ])
  await sql`delete from products where slug = 'oil-a'`
  expect(await companions(['tool'])).toEqual(['oil-b'])
})
