import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultsIn } from './consistency'
import { callAs, saveProduct } from './office-steps'
import { testDatabase } from './test-database'
import { connections, guest, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const redirect = (slug: string, kind = 'product') =>
  callAs<string | null>(sql, guest(), 'redirect_of', { p_kind: kind, p_slug: slug })
const add = (name: string, more: Record<string, unknown> = {}) =>
  saveProduct(sql, staff, { fields: { name, price: 1, ...more } })

const slugOf = async (name: string): Promise<string> => {
  const [row] = await sql<{ slug: string }[]>`select private.slug_of_name(${name}, 'product') as slug`
  return row?.slug ?? ''
}

test.each([
  ['Hello - World', 'hello-world'],
  ['  Silk   Eye Mask ', 'silk-eye-mask'],
  ['!!!', 'product'],
  ['Crème Brûlée & Co.', 'creme-brulee-co'],
  ['--a--b--', 'a-b'],
  ['100% Silk', '100-silk'],
  ['日本', 'product'],
])('the slug of "%s" is %s', async (name, slug) => {
  expect(await slugOf(name)).toBe(slug)
})

test('of any name a slug is made that the table takes, by the rule of the specification', async () => {
  const specified = (name: string) =>
    name
      .toLowerCase()
      .replace(/\s+/g, '-')
      .replace(/[^a-z0-9-]/g, '')
      .replace(/-+/g, '-')
      .replace(/^-|-$/g, '')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), async (text) => {
      const name = text.replaceAll('\0', '')
      expect(await slugOf(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme-ascii', maxLength: 100 }), async (name) => {
      expect(await slugOf(name)).toBe(specified(name) || 'product')
    }),
  )
})

test('names that many have are numbered without a gap, also by many savers at once', async () => {
  const name = `Many ${randomUUID().slice(0, 8)}`
  const base = name.toLowerCase().replace(' ', '-')
  const crowd = connections(sql, 6)
  try {
    const saved = await Promise.all(
      Array.from({ length: 12 }, () => saveProduct(crowd, staff, { fields: { name, price: 1 } })),
    )
    expect(saved.map(({ slug }) => slug).toSorted()).toEqual(
      [base, ...Array.from({ length: 11 }, (_, index) => `${base}-${String(index + 2)}`)].toSorted(),
    )
  } finally {
    await crowd.end()
  }
})

test('the slug follows the name until it is chosen by hand, and again when it is emptied', async () => {
  const key = randomUUID().slice(0, 8)
  const first = await add(`First ${key}`)
  const second = await saveProduct(sql, staff, { ...first, fields: { name: `Second ${key}` } })
  expect(second.slug).toBe(`second-${key}`)
  const chosen = await saveProduct(sql, staff, { ...second, fields: { slug: `chosen-${key}` } })
  const third = await saveProduct(sql, staff, { ...chosen, fields: { name: `Third ${key}` } })
  expect(third.slug).toBe(`chosen-${key}`)
  const emptied = await saveProduct(sql, staff, { ...third, fields: { slug: '' } })
  expect(emptied.slug).toBe(`third-${key}`)
  for (const old of ['first', 'second', 'chosen'])
    expect(await redirect(`${old}-${key}`)).toBe(`third-${key}`)
  expect(await redirect(`third-${key}`)).toBeNull()
})

test('a new owner of a former slug keeps it, and what is inactive or gone is led to by none', async () => {
  const key = randomUUID().slice(0, 8)
  const moved = await add(`Old ${key}`)
  const renamed = await saveProduct(sql, staff, { ...moved, fields: { name: `New ${key}` } })
  expect(await redirect(`old-${key}`)).toBe(`new-${key}`)
  expect(await redirect(`old-${key}`, 'category')).toBeNull()
  await saveProduct(sql, staff, { ...renamed, fields: { is_active: false } })
  expect(await redirect(`old-${key}`)).toBeNull()
  await add(`Old ${key}`)
  expect(await redirect(`old-${key}`)).toBeNull()
  await saveProduct(sql, staff, {
    ...renamed,
    version: renamed.version + 1,
    fields: { name: `Last ${key}`, is_active: true },
  })
  expect(await redirect(`new-${key}`)).toBe(`last-${key}`)
  await sql`delete from products where id = ${renamed.id}`
  expect(await redirect(`new-${key}`)).toBeNull()
})

test('however products and their slugs change, no former slug is in use or leads nowhere', async () => {
  const slug = fc.constantFrom('red', 'green', 'blue')
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), slug }),
    fc.record({ kind: fc.constant('rename' as const), at: fc.nat(), slug }),
    fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await sql`delete from products where slug in ('red', 'green', 'blue')`
      for (const each of steps) {
        const rows = await sql<{ id: string; version: number }[]>`
          select id, version from products where slug in ('red', 'green', 'blue') order by id`
        const row = each.kind === 'add' ? undefined : rows[each.at % Math.max(1, rows.length)]
        const done =
          each.kind === 'add'
            ? add('Colour', { slug: each.slug })
            : each.kind === 'rename' && row
              ? saveProduct(sql, staff, { ...row, fields: { slug: each.slug } })
              : sql`delete from products where id = ${row?.id ?? null}`
        // A slug that is taken is rejected.
        await Promise.resolve(done).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'PT409' })
        })
      }
      expect(await faultsIn(sql)).toEqual({})
    }),
    { numRuns: process.env.TEST_DEEP ? 200 : 10 },
  )
})
