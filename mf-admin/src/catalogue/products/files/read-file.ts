import type { Json } from '@shop/supabase'
import { openCsv, type CsvFile } from '../../../kit/csv/csv-lines'
import { FileError } from '../../../kit/csv/file-error'
import { spreadsheetCell } from '../../../kit/csv/spreadsheet-cell'
import { cellValue, isCode, type FileColumn } from './file-columns'

/** A file that was read once. Its lines stay on the disk and are read again whenever they are needed. */
export interface ProductFile extends CsvFile {
  name: string
  /** The cells of its first row. */
  sample: string[]
  /** How many lines have cells, the headings left out. */
  count: number
}

/** The largest file that is read, in bytes: about 50,000 lines. */
const maxFileBytes = 50 * 1024 * 1024

/** Reads a CSV file to its end. @throws FileError */
export async function readFile(file: File): Promise<ProductFile> {
  if (file.size > maxFileBytes)
    throw new FileError('This file is larger than 50 MB. Split it and import the parts.')
  const csv = await openCsv(file)
  let sample: string[] = []
  let count = 0
  for await (const lines of csv.lines()) {
    if (count === 0) sample = lines[0]?.cells ?? sample
    count += lines.length
  }
  if (csv.headings.length < 2 || count === 0)
    throw new FileError('This file has no rows. The first line must have the column names.')
  return { ...csv, name: file.name, sample, count }
}

/** A problem of a field of a row. */
interface FieldProblem {
  field: string
  message: string
}

/** A row as the database takes it. */
type ImportRow = Record<string, Json> & { line: number }

/** A row, and what is wrong with its cells already. */
export interface ReadRow {
  row: ImportRow
  problems: FieldProblem[]
}

/**
 * The rows of a file, read again. @param mapping the column of ours for each heading; undefined ignores it
 *
 * @throws FileError
 */
export async function* importRows(
  file: ProductFile,
  mapping: readonly (FileColumn | undefined)[],
): AsyncGenerator<ReadRow> {
  for await (const lines of file.lines()) {
    for (const { line, cells } of lines) {
      const row: ImportRow = { line }
      const problems: FieldProblem[] = []
      mapping.forEach((column, place) => {
        if (!column) return
        const { text, problem } = spreadsheetCell(cells[place] ?? '', isCode(column))
        if (problem !== undefined) problems.push({ field: column, message: problem })
        row[column] = cellValue(column, text ?? '')
      })
      yield { row, problems }
    }
  }
}

const isGiven = (value: Json | undefined) => value !== undefined && value !== null && value !== ''
const productOf = ({ row: { slug, name } }: ReadRow) => JSON.stringify((isGiven(slug) ? slug : name) ?? null)

/** Where the first batch of at most `size` rows ends: the rows of one product stay together, unless they alone are more. */
function firstEnd(rows: readonly ReadRow[], size: number): number {
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
export async function* batchesOf(rows: AsyncIterable<ReadRow>, size: number): AsyncGenerator<ReadRow[]> {
  let waiting: ReadRow[] = []
  for await (const row of rows) {
    waiting.push(row)
    if (waiting.length <= size) continue
    const end = firstEnd(waiting, size)
    yield waiting.slice(0, end)
    waiting = waiting.slice(end)
  }
  if (waiting.length > 0) yield waiting
}
