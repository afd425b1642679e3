import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const visitor = guest()
let count = 0

async function add(name: string, sku: string | null = null): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into products (slug, name, price, sku) values (${`named-${String((count += 1))}`}, ${name}, 10, ${sku}) returning id`
  return row?.id ?? ''
}

const idsOf = async (who: Visitor, query: string, limit: number) =>
  as(sql, who, async (tx) =>
    (await tx<{ id: string }[]>`select id from search_products(${query}, ${limit})`).map(({ id }) => id),
  )
const inList = async (query: string) => {
  const filter = JSON.stringify({ q: query })
  const [row] = await as(
    sql,
    staff,
    (tx) => tx<{ found: { rows: { id: string }[] } }[]>`
      select office_products(${filter}::text::jsonb, 'newest', 1, 25) as found`,
  )
  return row?.found.rows.map(({ id }) => id)
}
const inPalette = async (query: string) => {
  const [row] = await as(
    sql,
    staff,
    (tx) => tx<{ found: { id: string }[] }[]>`select office_search(${query}) as found`,
  )
  return row?.found.map(({ id }) => id)
}

/** Every search of shop and back office has the product among the first that it shows. */
async function expectFound(id: string, text: string): Promise<void> {
  expect(await idsOf(visitor, text, 24), 'results').toContain(id)
  expect(await idsOf(visitor, text, 6), 'suggestions').toContain(id)
  expect(await inList(text), 'list of the back office').toContain(id)
  expect(await inPalette(text), 'palette of the back office').toContain(id)
}

test.each([
  'Ring AM-10',
  '3-in-1 kit',
  'Always 24-7',
  'Always 24/7',
  'Wand 2.0',
  'Balm 1.5ml',
  '-5 cooling gel',
  'No.5',
  'moss.example',
  'glide@home',
  'C++',
  '+/-',
  '★',
  '★ Robe ★',
  '50% off & more',
  '#1 (best) [new]',
  'Size_M\\L',
  "It's all you need",
  'The Who',
  'A',
  'Café “Crème”',
  'Silk\u00A0robe\u2011set',
  'Sa\u00ADtin',
  '1e5',
  '10³',
  '½ litre',
  'Ёлка 24-7',
  '絹のローブ',
  'No. 1 in a long name of more than eight words by itself, twice',
  'x'.repeat(60),
])('the product %j is found by its name', async (name) => {
  await expectFound(await add(name), name)
})

test.each(['AB-10', 'AB/12.5', 'RIVA-BLUE', 'ab_1', '24-7', '00123', '1.5E3', '***', 'É-1', 'A B 1', '%_\\'])(
  'the SKU %j finds its product, in any case',
  async (sku) => {
    const id = await add('Something else', sku)
    await expectFound(id, sku)
    await expectFound(id, sku.toLowerCase())
  },
)

test('an exact name comes first, before many others with the same words', async () => {
  await sql`insert into products (slug, name, price, created_at)
    select 'many-' || place, 'Many-sided ring 3-in-1 ' || place, 10, now() + interval '1 day' from generate_series(1, 700) as place`
  const id = await add('Ring 3-in-1, many-sided')
  const [first] = await idsOf(visitor, 'ring 3-in-1, many-sided', 1)
  await sql`delete from products where slug like 'many-%'`
  expect(first).toBe(id)
})

const piece = fc.oneof(
  fc.constantFrom('AM', '10', '3', 'in', 'kit', 'ring', 'the', 'a', 'Robe', 'é', '2.0', '1e5', 'x'),
  fc.constantFrom(
    '-',
    '/',
    '.',
    '+',
    '&',
    '%',
    '_',
    "'",
    '’',
    '★',
    ':',
    '(',
    '\\',
    '@',
    ' ',
    '\u00A0',
    '\u2011',
    '°',
  ),
  fc.string({ unit: 'grapheme', maxLength: 2 }),
)
const names = fc
  .array(piece, { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join('').replaceAll('\0', ''))
  .filter((name) => name.trim().length > 0 && name.length <= 100)

test('every product is found by its exact name and by its SKU', async () => {
  await fc.assert(
    fc.asyncProperty(names, names, async (name, sku) => {
      const id = await add(name, sku.slice(0, 50))
      try {
        const [stored] = await sql<{ name: string; sku: string | null }[]>`
          select name, sku from products where id = ${id}`
        await expectFound(id, stored?.name ?? '')
        if (stored?.sku) await expectFound(id, stored.sku)
      } finally {
        await sql`delete from products where id = ${id}`
      }
    }),
    { numRuns: process.env.TEST_DEEP ? 2000 : 25 },
  )
})
