import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvHead, csvOf } from '../../mf-admin/src/products/files/export-products'
import { columnFor } from '../../mf-admin/src/products/files/file-columns'
import { importRows, readFile } from '../../mf-admin/src/products/files/read-file'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { sizedProduct } from './variant-fixtures'
import { signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

type FileRow = Record<string, unknown>
interface Outcome {
  lines: { action: string; changes: unknown[] }[]
}
interface Page {
  rows: FileRow[]
  next: string | null
}

const imported = (rows: readonly FileRow[]): Promise<Outcome> =>
  callAs(sql, staff, 'import_products', { p_rows: rows, p_dry: false })
const exported = (filter: FileRow, after: string | null, limit: number): Promise<Page> =>
  callAs(sql, staff, 'export_products', { p_filter: filter, p_after: after, p_limit: limit })

async function exportedRows(filter: FileRow = {}): Promise<FileRow[]> {
  const all: FileRow[] = []
  let after: string | null = null
  do {
    const page: Page = await exported(filter, after, 7)
    all.push(...page.rows)
    after = page.next
  } while (after)
  return all
}

/** Rows as staff would import them from the file that the page makes of these. */
const throughFile = async (rows: readonly FileRow[]): Promise<FileRow[]> => {
  const file = await readFile(new File([csvHead, csvOf(rows)], 'products.csv'))
  const read: FileRow[] = []
  for await (const row of importRows(file, file.headings.map(columnFor))) read.push(row)
  return read
}

test('what is exported is imported without a change, page by page and through a file', async () => {
  await sizedProduct(sql, { S: 3, M: 0 })
  const all = await exportedRows()
  const [counted] = await sql<{ rows: number }[]>`
    select sum(greatest(1, (select count(*) from product_variants where product_id = products.id)))::int as rows from products where archived_at is null`
  expect(all).toHaveLength(counted?.rows ?? 0)
  for (const rows of [all, await throughFile(all)]) {
    const outcome = await imported(rows)
    expect(outcome.lines).toHaveLength(all.length)
    expect(outcome.lines.filter(({ action }) => action !== 'same')).toEqual([])
  }
})

test('whatever a product says, its file changes nothing, and an edited cell changes what it names', async () => {
  const key = randomUUID().slice(0, 8)
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: 30 }),
    fc.constantFrom(
      '=1+1',
      "'=x",
      '+44 20',
      '-3',
      '@sum',
      'a, "b"; c',
      'é £ 😀',
      'line\nline',
      '1e5',
      'yes',
      '007',
    ),
  )
  const product = fc.record({
    short_description: text,
    brand: text,
    materials: text,
    features: fc.array(text, { maxLength: 4 }),
    price: fc.integer({ min: 1, max: 999_999 }).map((pence) => (pence / 100).toFixed(2)),
    stock: fc.integer({ min: 0, max: 50 }),
    is_active: fc.boolean(),
    track_inventory: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(product, async (fields) => {
      await sql`delete from products where sku = ${key}`
      const [made] = (await imported([{ name: `Piece ${key}`, sku: key, ...fields }])).lines
      fc.pre(made?.action === 'add') // the database refuses control characters, for one
      const [row] = await throughFile(await exportedRows({ q: key }))
      const [same] = (await imported([row ?? {}])).lines
      expect(same).toMatchObject({ action: 'same', changes: [] })
      const [change] = (await imported([{ ...row, care: 'By hand' }])).lines
      expect(change?.changes).toEqual([{ field: 'care', from: null, to: 'By hand' }])
    }),
    { numRuns: process.env.TEST_DEEP ? 300 : 25 },
  )
})
