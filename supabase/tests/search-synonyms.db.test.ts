import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const runs = { numRuns: process.env.TEST_DEEP ? 2_000 : 40 }

interface Entry {
  id?: string
  version?: number
  typed: string[]
  means?: string[]
  category?: string | null
}

async function save({ id, version, typed, means = [], category = null }: Entry, by: Visitor = staff) {
  const [row] = await as(
    sql,
    by,
    (tx) => tx<{ saved: { id: string; version: number } }[]>`
      select save_search_synonym(${id ?? null}, ${version ?? null}, ${typed}, ${means}, ${category}) as saved`,
  )
  if (!row) throw new Error('no answer')
  return row.saved
}
const remove = (id: string, by: Visitor = staff) =>
  as(sql, by, (tx) => tx`select delete_search_synonym(${id})`)
const found = async (query: string) =>
  [
    ...(await as(sql, guest(), (tx) => tx<{ name: string }[]>`select name from search_products(${query})`)),
  ].map(({ name }) => name)

test('an entry works from the next search on: in any case, in the plural, half typed, with a slip; until it is deleted', async () => {
  expect(await found('gadzookery')).toEqual([])
  const { id } = await save({ typed: ['Gadzookery', ' Wízzle  Bits '], means: ['ostrich feather'] })
  for (const typed of ['gadzookery', 'GADZOOKERIES', 'gadzook', 'gadzookerx', 'wizzle bits', 'wizzle bit'])
    expect((await found(typed))[0], typed).toBe('Plume Ostrich Feather')
  expect(await found('wizzle')).toContain('Plume Ostrich Feather')
  expect(await found('bits gadzookeryzz')).toEqual([])
  await remove(id)
  expect(await found('gadzookery')).toEqual([])
})

test('each change of an entry makes rendered pages old', async () => {
  const version = async () =>
    Number((await sql<{ version: string }[]>`select version from catalogue_version`)[0]?.version)
  const before = await version()
  const saved = await save({ typed: ['gadzookery'], means: ['silk'] })
  await save({ ...saved, typed: ['gadzookery'], means: ['velvet'] })
  await remove(saved.id)
  expect(await version()).toBe(before + 3)
})

test('the word of an entry leaves the other words of a search their say', async () => {
  const { id } = await save({ typed: ['gadzookery'], means: ['silk'] })
  const all = await found('silk')
  expect(all.length).toBeGreaterThan(1)
  // A last word that is typed itself may be half of another: silk of silky.
  expect(all).toEqual(expect.arrayContaining(await found('gadzookery')))
  expect(await found('gadzookery')).toContain('Hours Silk Robe')
  expect((await found('gadzookery robe'))[0]).toBe('Hours Silk Robe')
  expect((await found('gadzookery candle')).sort()).toEqual((await found('silk candle')).sort())
  await remove(id)
})

test('an entry that was changed means what it says now', async () => {
  const first = await save({ typed: ['gadzookery'], means: ['feather'] })
  const second = await save({ ...first, typed: ['fiddlestick'], means: ['candle'] })
  expect(second).toEqual({ id: first.id, version: 2 })
  expect(await found('gadzookery')).toEqual([])
  expect((await found('fiddlesticks'))[0]).toBe('Ember Massage Candle')
  expect(await rejection(save({ ...first, typed: ['other'], means: ['x'] }))).toMatchObject({
    code: 'PT409',
    hint: 'stale_version',
  })
  await remove(first.id)
  expect(await rejection(save({ ...second, typed: ['other'], means: ['x'] }))).toMatchObject({
    code: 'PT404',
  })
  expect(await rejection(remove(first.id))).toMatchObject({ code: 'PT404' })
})

test('a word belongs to one entry, whatever its ending', async () => {
  const { id } = await save({ typed: ['gadget'], means: ['feather'] })
  expect(await rejection(save({ typed: ['new', 'gadgets'], means: ['candle'] }))).toMatchObject({
    code: 'PT409',
    hint: 'typed',
    message: '"gadgets" is in another entry already.',
  })
  await remove(id)
})

test.each([
  ['nothing typed', { typed: [' ', '!'], means: ['x'] }, 'typed'],
  [
    'too many words',
    { typed: Array.from({ length: 21 }, (_, i) => `word${String(i)}`), means: ['x'] },
    'typed',
  ],
  ['a long phrase', { typed: ['one two three four'], means: ['x'] }, 'typed'],
  ['no meaning', { typed: ['word'] }, 'means'],
  [
    'too many meanings',
    { typed: ['word'], means: Array.from({ length: 11 }, (_, i) => `m${String(i)}`) },
    'means',
  ],
  [
    'a category that there is not',
    { typed: ['word'], category: '00000000-0000-4000-8000-000000000000' },
    'category_id',
  ],
] satisfies [string, Entry, string][])('%s is rejected at its field', async (_, entry, hint) => {
  expect(await rejection(save(entry))).toMatchObject({ code: 'PT422', hint })
})

test('only members with the right to the catalogue write entries, and only staff read them', async () => {
  const shopper = await signUp(sql)
  for (const visitor of [guest(), shopper])
    expect((await rejection(save({ typed: ['word'], means: ['x'] }, visitor))).code).toMatch(/42501|PT403/)
  expect([...(await as(sql, shopper, (tx) => tx`select id from search_synonyms`))]).toEqual([])
})

test('a category that is deleted leaves the entry its words', async () => {
  const [category] = await sql<{ id: string }[]>`
    insert into categories (name, slug) values ('Fleeting', 'fleeting') returning id`
  const { id } = await save({ typed: ['gadzookery'], means: ['feather'], category: category?.id })
  const places = async () => [
    ...(await as(sql, guest(), (tx) => tx<{ path: string }[]>`select path from search_places('gadzookery')`)),
  ]
  expect(await places()).toEqual([{ path: '/categories/fleeting' }])
  await sql`delete from categories where slug = 'fleeting'`
  expect(await places()).toEqual([])
  expect((await found('gadzookery'))[0]).toBe('Plume Ostrich Feather')
  await remove(id)
})

test('the counts of filters are those of plain queries', async () => {
  const slugs = [...(await sql<{ slug: string }[]>`select slug from categories`)].map(({ slug }) => slug)
  const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
  const filter = fc.record({
    listing: maybe(fc.constantFrom(...slugs)),
    category: maybe(fc.constantFrom(...slugs)),
    brand: maybe(fc.constantFrom('Aurelle & Moss', 'Nobody')),
    min: maybe(fc.integer({ min: 0, max: 200 })),
    max: maybe(fc.integer({ min: 0, max: 300 })),
    inStock: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(filter, async ({ listing, category, brand, min, max, inStock }) => {
      const counted = await as(
        sql,
        guest(),
        (tx) => tx<{ facet: string; value: string; count: number }[]>`
          select * from product_facets(${listing}, ${category}, ${brand}, ${min}, ${max}, ${inStock})`,
      )
      const rows = await sql<{ slug: string; brand: string; price: number; stock: number }[]>`
        select category.slug, brand, price::float as price, inventory_quantity as stock
        from products join categories as category on category.id = category_id
        where products.is_active and (${listing}::text is null or category.slug = ${listing})`
      const priced = rows.filter(
        ({ price }) => (min === null || price >= min) && (max === null || price <= max),
      )
      const by = {
        category: (slug: string) =>
          priced.filter(
            (row) => row.slug === slug && (!brand || row.brand === brand) && (!inStock || row.stock > 0),
          ),
        brand: (name: string) =>
          priced.filter(
            (row) =>
              row.brand === name && (!category || row.slug === category) && (!inStock || row.stock > 0),
          ),
        stock: () =>
          priced.filter(
            (row) => row.stock > 0 && (!category || row.slug === category) && (!brand || row.brand === brand),
          ),
      }
      expect(counted.filter(({ facet }) => facet === 'stock')).toHaveLength(1)
      for (const { facet, value, count } of counted)
        expect(count, `${facet} ${value}`).toBe(by[facet as keyof typeof by](value).length)
    }),
    runs,
  )
})
