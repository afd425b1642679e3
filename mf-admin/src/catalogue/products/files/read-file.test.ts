import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf, productsHead } from './export-products'
import { columnFor, columnNames } from './file-columns'
import { batchesOf, importRows, readFile } from './read-file'

const fileOf = (text: string) => new File([text], 'products.csv')

async function all<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const entry of entries) list.push(entry)
  return list
}
test('an exported file is read back unchanged', async () => {
  const product = {
    slug: 'silk-robe',
    name: 'Silk "Robe", long',
    description: '=Two\nlines, and £',
    features: ['-Soft', 'Light'],
    options: [{ name: 'Size', value: 'M' }],
    is_active: true,
    price: '89.00',
    category: null,
  }
  const file = await readFile(fileOf(productsHead + csvOf([product])))
  const [read] = await all(importRows(file, file.headings.map(columnFor)))
  expect(file.headings).toEqual(columnNames)
  expect(read).toMatchObject({ row: { ...product, category: '', line: 2 }, problems: [] })
})

test('line numbers are those of the file, and empty lines are left out', async () => {
  const file = await readFile(fileOf('name,price\nRobe,89\n,\nMask,20\n'))
  const rows = await all(importRows(file, ['name', 'price']))
  expect(rows.map(({ row }) => row.line)).toEqual([2, 4])
  expect(file).toMatchObject({ count: 2, sample: ['Robe', '89'] })
})

test.each(['', 'name,price', 'name\nRobe'])(
  'a file without rows or columns is rejected: %j',
  async (text) => {
    await expect(readFile(fileOf(text))).rejects.toThrow('no rows')
  },
)

test('batches hold every row once, in order, and keep products together', async () => {
  const rowsOf = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 20 }).map((counts) =>
    counts.flatMap((count, product) =>
      Array.from({ length: count }, () => ({
        row: { slug: `p${String(product)}`, line: 0 },
        problems: [],
      })),
    ),
  )
  await fc.assert(
    fc.asyncProperty(rowsOf, fc.integer({ min: 6, max: 12 }), async (rows, size) => {
      const batches = await all(batchesOf(Readable.from(rows), size))
      expect(batches.flat()).toEqual(rows)
      expect(batches.every((batch) => batch.length > 0 && batch.length <= size)).toBe(true)
      const places = batches.map((batch) => new Set(batch.map(({ row }) => row.slug)))
      expect(places.reduce((count, slugs) => count + slugs.size, 0)).toBe(
        new Set(rows.map(({ row }) => row.slug)).size,
      )
    }),
  )
})

test('changes that a spreadsheet made to codes are undone or reported; other columns stay as they are', async () => {
  const file = await readFile(
    fileOf('name,sku,barcode,price\n5.01E+12,"=""00123""",5.01E+12,1\n01-Mar,01-Mar,,1\n'),
  )
  const rows = await all(importRows(file, ['name', 'sku', 'barcode', 'price']))
  expect(rows[0]?.row).toMatchObject({ name: '5.01E+12', sku: '00123' })
  expect(rows.map(({ problems }) => problems.map(({ field }) => field))).toEqual([['barcode'], ['sku']])
})
