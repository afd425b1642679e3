import type { Json } from '@shop/supabase'
import { csvLines, FileError, type CsvLine } from './csv-lines'
import { cellValue, type FileColumn } from './file-columns'
import { unguardCell } from './safe-cells'

/** A file that was read once. Its lines stay on the disk and are read again whenever they are needed. */
export interface ProductFile {
  name: string
  headings: string[]
  /** The cells of its first row. */
  sample: string[]
  /** How many lines have cells, the headings left out. */
  count: number
  source: Blob
}

/** The largest file that is read, in bytes: about 50,000 lines. */
const maxFileBytes = 50 * 1024 * 1024

const isRow = ({ line, cells }: CsvLine) => line > 1 && cells.some((cell) => cell.trim() !== '')

/** Reads a CSV file to its end. @throws FileError */
export async function readFile(file: File): Promise<ProductFile> {
  if (file.size > maxFileBytes)
    throw new FileError('This file is larger than 50 MB. Split it and import the parts.')
  let headings: string[] = []
  let sample: string[] = []
  let count = 0
  for await (const lines of csvLines(file)) {
    const [first] = lines
    if (first?.line === 1) headings = first.cells
    const rows = lines.filter(isRow)
    if (count === 0) sample = rows[0]?.cells ?? sample
    count += rows.length
  }
  if (headings.length < 2 || count === 0)
    throw new FileError('This file has no rows. The first line must have the column names.')
  return { name: file.name, headings, sample, count, source: file }
}

/** A row as the database takes it. */
export type ImportRow = Record<string, Json> & { line: number }

/**
 * The rows of a file, read again. @param mapping the column of ours for each heading; undefined ignores it
 *
 * @throws FileError
 */
export async function* importRows(
  file: ProductFile,
  mapping: readonly (FileColumn | undefined)[],
): AsyncGenerator<ImportRow> {
  for await (const lines of csvLines(file.source)) {
    for (const { line, cells } of lines.filter(isRow)) {
      const values = mapping.flatMap((column, place) =>
        column ? [[column, cellValue(column, unguardCell(cells[place] ?? ''))] as const] : [],
      )
      yield { ...Object.fromEntries(values), line }
    }
  }
}

const isGiven = (value: Json | undefined) => value !== undefined && value !== null && value !== ''
const productOf = ({ slug, name }: ImportRow) => JSON.stringify((isGiven(slug) ? slug : name) ?? null)

/** Where the first batch of at most `size` rows ends: the rows of one product stay together, unless they alone are more. */
function firstEnd(rows: readonly ImportRow[], size: number): number {
  const next = rows[size]
  if (!next) return rows.length
  let cut = size
  while (cut > 0) {
    const before = rows[cut - 1]
    if (!before || productOf(before) !== productOf(next)) return cut
    cut -= 1
  }
  return size
}

/** Rows in batches of at most `size`. The rows of one product stay together, unless they alone are more. */
export async function* batchesOf(rows: AsyncIterable<ImportRow>, size: number): AsyncGenerator<ImportRow[]> {
  let waiting: ImportRow[] = []
  for await (const row of rows) {
    waiting.push(row)
    if (waiting.length <= size) continue
    const end = firstEnd(waiting, size)
    yield waiting.slice(0, end)
    waiting = waiting.slice(end)
  }
  if (waiting.length > 0) yield waiting
}
