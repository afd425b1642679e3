import Papa from 'papaparse'
import { cellOf } from './spreadsheet-cell'

/** One column of a file: its heading, and its cell in a row. */
export interface FileColumn<Row> {
  heading: string
  cell: (row: Row) => string
}

// With it spreadsheets read the file as UTF-8.
const byteOrderMark = '\uFEFF'

/** Cells as a line of a file. They must be safe: see `cellOf`. */
const csvLine = (cells: readonly string[]): string => `${Papa.unparse([[...cells]])}\r\n`

/** What a file begins with: the names of its columns. */
export const csvHead = (headings: readonly string[]): string => byteOrderMark + csvLine(headings)

/** Rows as lines of a file. */
export const csvRows = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join('')

/** A column of texts, which no spreadsheet takes for formulas. @param isCode whether they are codes, such as SKUs */
export const textColumn = <Row>(
  heading: string,
  of: (row: Row) => string | null,
  isCode = false,
): FileColumn<Row> => ({ heading, cell: (row) => cellOf(of(row) ?? '', isCode) })

/** A column of what the shop itself writes: numbers, and days as ISO dates. */
export const plainColumn = <Row>(
  heading: string,
  of: (row: Row) => string | number | null,
): FileColumn<Row> => ({ heading, cell: (row) => String(of(row) ?? '') })

/** How a file is read page by page. */
export interface PagedFile {
  /** Its first line. */
  head: string
  /** The lines of the page after a place, how many rows they are, and the next place; null at the end. */
  page: (after: string | null) => Promise<{ lines: string; count: number; next: string | null }>
}

/** How an export is stopped and followed. */
export interface ExportOptions {
  signal: AbortSignal
  /** Called with the number of rows so far. */
  onProgress: (rows: number) => void
}

/**
 * A CSV file, read page by page. Each page becomes a Blob of its own, which the browser keeps out of the script's memory.
 *
 * @throws what reading a page throws, or the signal's reason
 */
export async function csvFile(
  { head, page }: PagedFile,
  { signal, onProgress }: ExportOptions,
): Promise<Blob> {
  const parts = [new Blob([head])]
  let count = 0
  let after: string | null = null
  do {
    signal.throwIfAborted()
    const found = await page(after)
    parts.push(new Blob([found.lines]))
    count += found.count
    onProgress(count)
    after = found.next
  } while (after !== null)
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
