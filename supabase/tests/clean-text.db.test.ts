import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanCode, cleanText } from '@shop/settings'
import { testDatabase } from './test-database'
import { as, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const unseen = fc.oneof(
  fc.constantFrom(
    ' ',
    '\t',
    '\n',
    '\u0085',
    '\u00A0',
    '\u00AD',
    '\u1680',
    '\u180E',
    '\u2007',
    '\u200B',
    '\u200D',
    '\u200F',
    '\u2011',
    '\u2013',
    '\u2028',
    '\u202E',
    '\u202F',
    '\u2060',
    '\u2212',
    '\u2800',
    '\u3000',
    '\u3164',
    '\uFE0F',
    '\uFEFF',
    '\uFF0D',
    '\uFF21',
    '\u{E0001}',
    '\u{E0FFF}',
    'e\u0301',
  ),
  fc.integer({ min: 1, max: 0x30ff }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0xf900, max: 0xffff }).map((code) => String.fromCharCode(code)),
)
const texts = fc
  .array(
    fc.oneof(unseen, unseen, fc.string({ unit: 'binary', maxLength: 3 }), fc.constantFrom('HS-1', '10')),
    {
      maxLength: 8,
    },
  )
  .map((some) => some.join('').replaceAll('\0', ''))

test('browser and database clean text and codes alike, and once is enough', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 20, maxLength: 60 }), async (some) => {
      const given = JSON.stringify(some)
      const rows = await sql<{ text: string; code: string }[]>`
        select private.clean_text(word) as text, private.clean_code(word) as code
        from jsonb_array_elements_text(${given}::text::jsonb) with ordinality as given (word, place) order by place`
      expect([...rows]).toEqual(some.map((text) => ({ text: cleanText(text), code: cleanCode(text) })))
      for (const { text, code } of rows) {
        expect(cleanText(text)).toBe(text)
        expect(cleanCode(code)).toBe(code)
      }
    }),
    { numRuns: process.env.TEST_DEEP ? 2000 : 40 },
  )
})

test('a product and its variants are stored with clean codes, whoever writes them', async () => {
  const [product] = await as(sql, staff, async (tx) => [
    ...(await tx<{ id: string }[]>`
        insert into products (slug, name, price, sku, barcode)
        values ('clean-one', ${'\u00A0Clean one\u200B'}, 10, ${'CL\u20111\u00A0'}, ${'036000291452\u00A0'})
        returning id, name, sku, barcode`),
  ])
  expect(product).toMatchObject({ name: 'Clean one', sku: 'CL-1', barcode: '0036000291452' })
  const changed = await as(sql, staff, async (tx) => [
    ...(await tx`update products set sku = ${'\u00A0'} where slug = 'clean-one' returning sku`),
  ])
  expect(changed).toEqual([{ sku: null }])
})

test.each([
  ['036000291452', '0036000291452'],
  ['0036000291452', '0036000291452'],
  ['00036000291452', '0036000291452'],
  ['10036000291459', '10036000291459'],
  ['36000291452', '0036000291452'],
  ['5012345678900', '5012345678900'],
  ['40000001', '40000001'],
  ['0000040000001', '40000001'],
  ['1234567890', '1234567890'],
  ['5012345\u200B678900 ', '5012345678900'],
])('the barcode %j is stored and looked up as %s', async (typed, stored) => {
  expect([...(await sql`select private.clean_barcode(${typed}) as code`)]).toEqual([{ code: stored }])
})

test('one article is one product, whether its number is typed as UPC-A, EAN-13 or GTIN-14', async () => {
  const insert = (slug: string, barcode: string) =>
    sql`insert into products (slug, name, price, barcode) values (${slug}, ${slug}, 10, ${barcode})`
  await insert('upc-a', '614141000036')
  await expect(insert('ean-13', '0614141000036')).rejects.toThrow(/products_barcode_key/)
  for (const code of ['614141000036', '0614141000036', '00614141000036', '\u200B614141000036\u00A0']) {
    const [row] = await as(
      sql,
      staff,
      (tx) => tx<{ found: { units: { slug: string }[] } }[]>`select find_by_code(${code}) as found`,
    )
    expect(row?.found.units.map(({ slug }) => slug)).toEqual(['upc-a'])
  }
})

test('an import finds a product by its SKU, whatever stands around it', async () => {
  const run = async (...rows: object[]) => {
    const given = JSON.stringify(rows)
    return as(sql, staff, (tx) => tx`select import_products(${given}::text::jsonb, false)`)
  }
  await run({
    line: 2,
    slug: 'hard-one',
    name: 'Hard one',
    price: '10',
    stock: '5',
    sku: 'HS-1',
    barcode: '036000291469',
  })
  await run(
    {
      line: 2,
      slug: '',
      name: 'Hard one',
      price: '12',
      stock: '5\u00A0',
      sku: 'HS\u20111\u00A0',
      barcode: '0036000291469',
    },
    { line: 3, slug: 'hard-three', name: 'Hard three', price: '10.50\u00A0', stock: '5', sku: '\u00A0' },
  )
  const rows = await sql`select slug, price, sku from products where slug like 'hard-%' order by slug`
  expect([...rows]).toEqual([
    { slug: 'hard-one', price: '12.00', sku: 'HS-1' },
    { slug: 'hard-three', price: '10.50', sku: null },
  ])
})

test('codes and numbers are looked up as they were meant', async () => {
  await sql`insert into promotions (code, kind, percent) values ('CLEAN-10', 'percent', 10)`
  expect([...(await sql`select code from private.find_promotion(${'\uFEFFclean\u201110\u00A0'})`)]).toEqual([
    { code: 'CLEAN-10' },
  ])
  expect([
    ...(await sql`select private.gift_card_hash(${'ＡＢ12\u200B-\u00A0CD'}) = private.gift_card_hash('AB12CD') as same`),
  ]).toEqual([{ same: true }])
  expect([
    ...(await sql`select private.email_field(${JSON.stringify({ email: '\u00A0ada@mail\u200B.example\u2060' })}::text::jsonb) as email`),
  ]).toEqual([{ email: 'ada@mail.example' }])
  expect([
    ...(await sql`select private.postcode_field(${JSON.stringify({ postal_code: 'ＳＷ1A\u00A01AA\u200B' })}::text::jsonb) as postcode`),
  ]).toEqual([{ postcode: 'SW1A 1AA' }])
})
