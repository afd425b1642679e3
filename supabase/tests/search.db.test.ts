import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { sizedProduct } from './variant-fixtures'
import { as, guest, signUpStaff, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const names = [...(await sql<{ name: string }[]>`select name from products order by name`)].map(
  (row) => row.name,
)

const runs = { numRuns: process.env.TEST_DEEP ? 10_000 : 100 }

async function search(query: string, visitor: Visitor = guest(), limit = 24, offset = 0): Promise<string[]> {
  const found = await as(
    sql,
    visitor,
    (tx) => tx<{ name: string }[]>`select name from search_products(${query}, ${limit}, ${offset})`,
  )
  return found.map((row) => row.name)
}

/** Whether a word, or the start of one, means something by itself: "clensing" is a slip, "cleaning" is not. */
async function isWord(typed: string): Promise<boolean> {
  const [{ known } = { known: true }] = await sql<{ known: boolean }[]>`
    select private.is_page_word(${typed})
      or exists (select from private.search_words where starts_with(word, ${typed}))
      or exists (select from private.synonym_phrases where starts_with(phrase, private.phrase_key(array[${typed}]))) as known`
  return known
}

test.each([
  ['halo ring', 'Halo Ring'],
  ['HALO', 'Halo Ring'],
  ['robe silk', 'Hours Silk Robe'],
  ['massage cand', 'Ember Massage Candle'],
  ['slik robe', 'Hours Silk Robe'],
  ['candel', 'Ember Massage Candle'],
  ['fúme', 'Fume Glass Orbs, Set of Three'],
  ['orbs of glass', 'Fume Glass Orbs, Set of Three'],
])('%j finds %s first', async (query, name) => {
  const [first] = await search(query)
  expect(first).toBe(name)
})

test('a product is the first answer to its own name and to its sku', async () => {
  for (const { name, sku } of await sql<{ name: string; sku: string }[]>`select name, sku from products`) {
    expect((await search(name))[0]).toBe(name)
    expect(await search(sku)).toContain(name)
  }
})

test('a product is the first answer to the sku of each variant, whole or half typed', async () => {
  const variants = await sql<{ name: string; sku: string }[]>`
    select name, variant.sku from product_variants as variant join products on products.id = product_id`
  expect(variants.length).toBeGreaterThan(8)
  for (const { name, sku } of variants) {
    expect((await search(sku))[0]).toBe(name)
    expect((await search(sku.toLowerCase().slice(0, -1)))[0]).toBe(name)
  }
})

test('shoppers find no product by the sku of a variant that is not for sale, staff do', async () => {
  // Only what has a digit is looked up as the start of a sku.
  const robe = await sizedProduct(sql, { Vermilion2: 2 })
  const sku = `${robe.slug.slice(0, 8)}-vermilion2`
  expect(await search(sku)).toEqual([robe.slug])
  await sql`update product_variants set is_active = false where product_id = ${robe.id}`
  expect(await search(sku)).toEqual([])
  expect(await search(sku, staff)).toEqual([robe.slug])
})

test('a slip in one letter of a longer word still finds the product', async () => {
  const words = names.flatMap((name) =>
    (name.toLowerCase().match(/[a-z]{6,}/g) ?? []).map((word) => ({ name, word })),
  )
  const slip = fc.record({
    target: fc.constantFrom(...words),
    at: fc.nat(),
    kind: fc.constantFrom('drop', 'double', 'swap'),
  })
  await fc.assert(
    fc.asyncProperty(slip, async ({ target: { name, word }, at, kind }) => {
      const place = 1 + (at % (word.length - 2))
      const [before, here, after] = [
        word.slice(0, place),
        word.slice(place, place + 1),
        word.slice(place + 1),
      ]
      const typed = {
        drop: before + after,
        double: before + here + here + after,
        swap: before + after.slice(0, 1) + here + after.slice(1),
      }[kind]
      fc.pre(!(await isWord(typed)))
      expect(await search(typed)).toContain(name)
    }),
    runs,
  )
})

test('whatever is typed, there is an answer and no error, for shop and back office', async () => {
  const typed = fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        "'; drop table products; --",
        '!!!',
        '& | ! ( ) : * <->',
        '%',
        '_',
        '\\',
        '\\%',
        'a'.repeat(100_000),
        ',.:()"\\%_*',
        '😀',
        'or=(id.gt.0)',
        ' ',
        '',
      ),
    )
    .map((text) => Buffer.from(text.replaceAll('\u0000', '')).toString())
  await fc.assert(
    fc.asyncProperty(typed, async (query) => {
      expect((await search(query)).length).toBeLessThanOrEqual(24)
      await as(sql, staff, async (tx) => {
        await tx`select id from search_orders(${query})`
        await tx`select id from search_customers(${query})`
      })
    }),
    runs,
  )
})

test('nothing to look for finds nothing', async () => {
  for (const query of ['', '   ', '!!!', '()', 'qqqqxzzzz']) expect(await search(query)).toEqual([])
})

test('pages follow each other without repeats', async () => {
  const all = await search('the', guest(), 24)
  expect([...(await search('the', guest(), 5)), ...(await search('the', guest(), 5, 5))]).toEqual(
    all.slice(0, 10),
  )
})

test('shoppers find what is for sale, staff find all, and a renamed product is found by its new name', async () => {
  const product = await stockProduct(sql, 10, 1)
  await sql`update products set name = 'Xanthippe Lantern', is_active = false where id = ${product}`
  expect([await search('xanthippe'), await search('xanthippe', staff)]).toEqual([[], ['Xanthippe Lantern']])
  await sql`update products set name = 'Quixotic Lantern', is_active = true where id = ${product}`
  expect([await search('quixot'), await search('xanthippe lantern')]).toEqual([['Quixotic Lantern'], []])
  await sql`delete from products where id = ${product}`
  expect(await search('quixotic')).toEqual([])
})

test('staff find orders by part of a number or email, page by page; signs of patterns are plain text', async () => {
  const product = await stockProduct(sql, 10, 20)
  const numbers: string[] = []
  for (let count = 0; count < 5; count += 1) {
    const buyer = guest()
    numbers.push(
      (await complete(sql, buyer, (await readyToPay(sql, buyer, product)).session_id)).order_number,
    )
  }
  await sql`update orders set email = 'per%cent_sign@example.test' where order_number = ${numbers[1] ?? ''}`
  const orders = async (query: string | null, status: string | null = null) =>
    [
      ...(await as(
        sql,
        staff,
        (tx) => tx<{ order_number: string }[]>`select order_number from search_orders(${query}, ${status})`,
      )),
    ].map((row) => row.order_number)
  expect(await orders(numbers[3] ?? '')).toEqual([numbers[3]])
  expect(await orders((numbers[3] ?? '').slice(-4).toLowerCase())).toEqual([numbers[3]])
  expect(await orders('R%CENT_S')).toEqual([numbers[1]])
  expect(await orders('%')).toEqual([numbers[1]])
  expect(await orders(null, 'succeeded')).toHaveLength(5)
  expect(await orders(null, 'paid')).toEqual(await orders(null, 'succeeded'))
  const paged: string[] = []
  let last: { created_at: string; id: string } | undefined
  do {
    const page = await as(
      sql,
      staff,
      (tx) => tx<{ order_number: string; created_at: string; id: string }[]>`
      select order_number, created_at::text as created_at, id from search_orders(null, null, ${last?.created_at ?? null}, ${last?.id ?? null}, 2)`,
    )
    paged.push(...page.map((row) => row.order_number))
    last = page.at(-1)
  } while (last)
  expect(paged).toEqual(await orders(null))
})

test('staff find customers by name or email', async () => {
  const visitor = await signUp(sql, { first_name: 'Wilhelmina', last_name: "O'Dowd" })
  const found = (query: string) =>
    as(sql, staff, async (tx) => [...(await tx`select email from search_customers(${query})`)])
  for (const query of ['helmin', "o'dowd", visitor.user?.email ?? ''])
    expect(await found(query)).toEqual([{ email: visitor.user?.email }])
})

test('orders and customers are searched by staff alone', async () => {
  for (const visitor of [guest(), await signUp(sql)]) {
    for (const call of ['search_orders', 'search_customers']) {
      expect((await rejection(as(sql, visitor, (tx) => tx.unsafe(`select * from ${call}()`)))).code).toMatch(
        /42501|PT403/,
      )
    }
  }
})
