import { Readable } from 'node:stream'
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvLines } from './csv-lines'
import { csvHead, csvOf } from './export-products'
import { columnFor, columnNames } from './file-columns'
import { batchesOf, importRows, readFile } from './read-file'

const fileOf = (text: string) => new File([text], 'products.csv')

async function all<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const entry of entries) list.push(entry)
  return list
}
/** Every cell as it stands in the file. */
const cellsOf = async (source: Blob) => (await all(csvLines(source))).flat().map(({ cells }) => cells)

/** A file that comes in pieces of so many bytes. */
function inPieces(bytes: Uint8Array, size: number): Blob {
  const stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let from = 0; from < bytes.length; from += size)
          controller.enqueue(new Uint8Array(bytes.subarray(from, from + size)))
        controller.close()
      },
    })
  return Object.assign(new Blob([]), { stream })
}

test('what stands between the cells is told by the column names, not by what the cells say', async () => {
  const product = { name: 'Piece', materials: ';;', features: ['a, "b"; c', 'd; e'], price: '0.01', stock: 0 }
  const { headings } = await readFile(new File([csvHead, csvOf([product])], 'products.csv'))
  expect(headings.length).toBeGreaterThan(10)
  expect(await cellsOf(fileOf('name;price\r\nRobe;1,50'))).toEqual([
    ['name', 'price'],
    ['Robe', '1,50'],
  ])
})

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
  const [row] = await all(importRows(file, file.headings.map(columnFor)))
  expect(file.headings).toEqual(columnNames)
  expect(row).toMatchObject({ ...product, category: '', line: 2 })
})

test('line numbers are those of the file, and empty lines are left out', async () => {
  const file = await readFile(fileOf('name,price\nRobe,89\n,\nMask,20\n'))
  const rows = await all(importRows(file, ['name', 'price']))
  expect(rows.map(({ line }) => line)).toEqual([2, 4])
  expect(file).toMatchObject({ count: 2, sample: ['Robe', '89'] })
})

test.each(['', 'name,price', 'name\nRobe'])('a file without rows or columns is refused: %j', async (text) => {
  await expect(readFile(fileOf(text))).rejects.toThrow('no rows')
})

test('batches hold every row once, in order, and keep products together', async () => {
  const rowsOf = fc
    .array(fc.integer({ min: 1, max: 6 }), { maxLength: 20 })
    .map((counts) =>
      counts.flatMap((count, product) =>
        Array.from({ length: count }, () => ({ slug: `p${String(product)}`, line: 0 })),
      ),
    )
  await fc.assert(
    fc.asyncProperty(rowsOf, fc.integer({ min: 6, max: 12 }), async (rows, size) => {
      const batches = await all(batchesOf(Readable.from(rows), size))
      expect(batches.flat()).toEqual(rows)
      expect(batches.every((batch) => batch.length > 0 && batch.length <= size)).toBe(true)
      const places = batches.map((batch) => new Set(batch.map(({ slug }) => slug)))
      expect(places.reduce((count, slugs) => count + slugs.size, 0)).toBe(
        new Set(rows.map(({ slug }) => slug)).size,
      )
    }),
  )
})

test('wherever the pieces of a file end, its cells are the same', async () => {
  const cell = fc.oneof(
    fc.constantFrom('a', 'é £ 😀', 'x "y" z', 'one\ntwo', 'one\r\ntwo', ',', '"', ''),
    fc.string(),
  )
  const table = fc.integer({ min: 2, max: 4 }).chain((width) =>
    fc.record({
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      newline: fc.constantFrom('\n', '\r\n'),
    }),
  )
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 50 }), async ({ rows, newline }, size) => {
      const head = 'é'.repeat(8_000)
      const text = Papa.unparse([[head, head], ...rows], { newline, quotes: true })
      const bytes = new TextEncoder().encode(text)
      const whole = await cellsOf(new Blob([bytes]))
      expect(whole.slice(1)).toEqual(rows)
      expect(await cellsOf(inPieces(bytes, size * 100))).toEqual(whole)
      expect(await cellsOf(inPieces(bytes, bytes.length - size))).toEqual(whole)
    }),
    { numRuns: 50 },
  )
})

test('a first piece that ends between carriage return and line feed changes nothing', async () => {
  const head = 'e'.repeat(8_000)
  const bytes = new TextEncoder().encode(`"${head}","${head}"\r\n"  ","a"`)
  expect(await cellsOf(inPieces(bytes, bytes.indexOf(13) + 1))).toEqual([
    [head, head],
    ['  ', 'a'],
  ])
})

test('a quotation mark that is never closed is named, and does not fill the memory', async () => {
  const text = `name,price\nRobe,"1\n${'Mask,2\n'.repeat(300_000)}`
  await expect(readFile(fileOf(text))).rejects.toThrow('Line 2 has a quotation mark that is never closed.')
})

test('a file that can no longer be read says so', async () => {
  const gone = Object.assign(fileOf('name,price\nRobe,1'), {
    stream: () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull(controller) {
          controller.error(new DOMException('It has changed.', 'NotReadableError'))
        },
      }),
  })
  await expect(readFile(gone)).rejects.toThrow('This file has changed or can no longer be read.')
})
