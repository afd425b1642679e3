import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvHead, csvOf } from './export-products'
import { columnFor, columnNames } from './file-columns'
import { batchesOf, importRows, readFile } from './read-file'

const fileOf = (text: string) => new File([text], 'products.csv')

test('what is exported is read again as it was', async () => {
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
  const file = await readFile(fileOf(csvHead + csvOf([product])))
  const [row] = importRows(file, file.headings.map(columnFor))
  expect(file.headings).toEqual(columnNames)
  expect(row).toMatchObject({ ...product, category: '', line: 2 })
})

test('line numbers are those of the file, and empty lines are left out', async () => {
  const file = await readFile(fileOf('name,price\nRobe,89\n,\nMask,20\n'))
  expect(file.lines.map(({ line }) => line)).toEqual([2, 4])
})

test.each(['', 'name,price', 'name\nRobe'])('a file without rows or columns is refused: %j', async (text) => {
  await expect(readFile(fileOf(text))).rejects.toThrow('no rows')
})

test('batches hold every row once, in order, and keep products together', () => {
  const rowsOf = fc
    .array(fc.integer({ min: 1, max: 6 }), { maxLength: 20 })
    .map((counts) =>
      counts.flatMap((count, product) =>
        Array.from({ length: count }, () => ({ slug: `p${String(product)}`, line: 0 })),
      ),
    )
  fc.assert(
    fc.property(rowsOf, fc.integer({ min: 6, max: 12 }), (rows, size) => {
      const batches = batchesOf(rows, size)
      expect(batches.flat()).toEqual(rows)
      expect(batches.every((batch) => batch.length > 0 && batch.length <= size)).toBe(true)
      const places = batches.map((batch) => new Set(batch.map(({ slug }) => slug)))
      expect(places.reduce((count, slugs) => count + slugs.size, 0)).toBe(
        new Set(rows.map(({ slug }) => slug)).size,
      )
    }),
  )
})
