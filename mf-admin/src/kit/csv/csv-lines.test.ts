import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { openCsv } from './csv-lines'

const fileOf = (...parts: BlobPart[]) => new File(parts, 'products.csv')

async function linesIn(source: Blob) {
  const csv = await openCsv(source)
  const lines = [{ cells: csv.headings }]
  for await (const some of csv.lines()) lines.push(...some)
  return lines
}
/** Every cell as it stands in the file, lines without any left out. */
const cellsOf = async (source: Blob) => (await linesIn(source)).map(({ cells }) => cells)

const utf16 = (text: string, isLittle: boolean) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let place = 0; place < text.length; place += 1)
    bytes.setUint16(place * 2, text.charCodeAt(place), isLittle)
  return bytes
}
const windows = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

const robes = [
  ['name', 'price'],
  ['Crème £', '1'],
]

test.each<[string, File]>([
  ['UTF-8', fileOf('name,price\nCrème £,1')],
  ['UTF-8 with its mark', fileOf('\uFEFFname,price\r\nCrème £,1\r\n')],
  ['UTF-16 of Windows', fileOf(utf16('\uFEFFname\tprice\r\nCrème £\t1\r\n', true))],
  ['UTF-16 the other way round', fileOf(utf16('\uFEFFname,price\nCrème £,1', false))],
  ['UTF-16 without its mark', fileOf(utf16('name;price\r\nCrème £;1', true))],
  ['Windows-1252', fileOf(windows('name;price\r\nCrème £;1\r\n'))],
  ['a separator named above', fileOf('sep=;\r\nname;price\r\nCrème £;1\r\n')],
  ['a separator named in quotation marks', fileOf('\uFEFF"sep=,"\nname,price\nCrème £,1')],
  ['a tab named above', fileOf('SEP=\t\rname\tprice\rCrème £\t1')],
  ['old line ends', fileOf('name,price\rCrème £,1\r')],
  ['empty lines, and cells without a name', fileOf('\nname,price\n\n,\nCrème £,1,,\n \n')],
])('a file is read: %s', async (_, file) => {
  expect(await cellsOf(file)).toEqual(robes)
})

test.each([
  ['a,b\r\n1,2\n3,4\r\n5,6\r7,8', '1 2 3 4 5 6 7 8'],
  ['a,b\n1,2\r\n3,4\n', '1 2 3 4'],
  ['a,b\r1,2\n3,4\r\n', '1 2 3 4'],
])('line ends may be mixed: %j', async (text, cells) => {
  expect((await cellsOf(fileOf(text))).slice(1).flat().join(' ')).toBe(cells)
})

test('a cell may hold separators, quotation marks and line breaks of any kind', async () => {
  const text = 'a;b\r\n"one\r\ntwo";"say ""yes; no"""\n"";"\n"\r\n'
  expect(await linesIn(fileOf(text))).toEqual([
    { cells: ['a', 'b'] },
    { line: 2, cells: ['one\r\ntwo', 'say "yes; no"'] },
  ])
  expect(await cellsOf(fileOf('name,sku\nRobe,="0,1"'))).toEqual([
    ['name', 'sku'],
    ['Robe', '="0,1"'],
  ])
})

test('the separator is found in the header row, whatever the cells contain', async () => {
  expect((await cellsOf(fileOf('name;price\nA, B, C;1')))[1]).toEqual(['A, B, C', '1'])
  await expect(openCsv(fileOf('name;price, net\nRobe;1,50'))).rejects.toThrow(
    /whether commas or semicolons separate its cells.*sep=,/,
  )
})

test.each<[string, RegExp, ...BlobPart[]]>([
  ['too few cells', /^Line 3 has 1 cell, but .* 2/, 'name,price\nRobe,1\nMask\nBelt,3\n'],
  ['too many cells', /^Line 2 has 3 cells/, 'name,price\nRobe, long,1\n'],
  ['a line break outside of quotation marks', /^Line 2 has 2 cells/, 'name,text,price\nRobe,one\ntwo,1\n'],
  [
    'an open quotation mark',
    /^Line 3 has a quotation mark that is never/,
    'name,price\nA,1\n"Robe,1\nMask,2\n',
  ],
  ['an open quotation mark before others', /^Line 2 has a quotation mark/, 'name,price\n"A,1\n"B",2\n'],
  ['a quotation mark in a cell', /^Line 2 has a quotation mark within/, 'name,price\n5" heel,1\n'],
  ['letters after a quoted cell', /^Line 3 has a quotation mark within/, 'name,price\nA,1\n"Robe"s,1\n'],
  ['spaces before a quoted cell', /^Line 2 has a quotation mark within/, 'name,price\n "Robe",1\n'],
  ['a NUL', /^Line 2 has characters that cannot be read/, 'name,price\nRo\0be,1\n'],
  ['letters that were lost before', /^Line 2 has characters that cannot/, 'name,price\nCr\uFFFDme,1\n'],
  ['two encodings', /^Line 3 has characters that cannot/, 'name,price\nCrème,1\n', windows('Crème,2\n')],
  [
    'an encoding that is not known',
    /^Line 2 has characters that cannot/,
    windows('name,price\nCr\x8Fme,1\n'),
  ],
  ['another separator', /^Line 1 names a separator other than/, 'sep=|\nname|price\nRobe|1'],
])('a file with %s is rejected with its line', async (_, words, ...parts) => {
  await expect(linesIn(fileOf(...parts))).rejects.toThrow(words)
})

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

test('wherever the pieces of a file end, its cells are the same', async () => {
  const cell = fc.oneof(
    fc.constantFrom('a', 'é £ 😀', 'x "y" z', 'one\ntwo', 'one\r\ntwo', ',', '"'),
    fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
  )
  const table = fc.integer({ min: 2, max: 4 }).chain((width) =>
    fc.record({
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      newline: fc.constantFrom('\n', '\r\n', '\r'),
    }),
  )
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 50 }), async ({ rows, newline }, size) => {
      const head = (rows[0] ?? []).map(() => 'é'.repeat(20_000))
      const text = Papa.unparse([head, ...rows], { newline, quotes: true })
      const bytes = new TextEncoder().encode(text)
      expect((await cellsOf(new Blob([bytes]))).slice(1)).toEqual(rows)
      expect((await cellsOf(inPieces(bytes, size * 100))).slice(1)).toEqual(rows)
      expect((await cellsOf(inPieces(bytes, bytes.length - size))).slice(1)).toEqual(rows)
    }),
    { numRuns: 50 },
  )
})

test('a piece that ends between carriage return and line feed changes nothing', async () => {
  const head = 'e'.repeat(40_000)
  const bytes = new TextEncoder().encode(`${head},${head}\r\n"  ",a\r\n`)
  for (const end of [bytes.indexOf(13) + 1, bytes.length - 1])
    expect((await linesIn(inPieces(bytes, end))).slice(1)).toEqual([{ line: 2, cells: ['  ', 'a'] }])
})

test('a quotation mark that is never closed does not fill the memory', async () => {
  const text = `name,price\nRobe,"1\n${'Mask,2\n'.repeat(300_000)}`
  await expect(linesIn(fileOf(text))).rejects.toThrow('Line 2 has a quotation mark that is never closed.')
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
  await expect(openCsv(gone)).rejects.toThrow('This file has changed or can no longer be read.')
})
