import Papa from 'papaparse'
import { cellValue, type FileColumn } from './file-columns'
import { unguardCell } from './safe-cells'
import type { Json } from '@shop/supabase'

/** A file as it was read: its headings and its lines with cells. */
export interface ProductFile {
  name: string
  headings: string[]
  /** `line` is its number in the file, from 1. */
  lines: { line: number; cells: string[] }[]
}

/** The largest file that is read, in bytes: about 50,000 lines. */
const maxFileBytes = 50 * 1024 * 1024

async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    // It drops the byte order mark. Other encodings would turn "é" into a question mark, without a word.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('This file is not UTF-8 text. Save it as “CSV UTF-8” and choose it again.')
  }
}

/** Reads a CSV file, with commas, semicolons or tabs between its cells. @throws Error with a message for staff */
export async function readFile(file: File): Promise<ProductFile> {
  if (file.size > maxFileBytes)
    throw new Error('This file is larger than 50 MB. Split it and import the parts.')
  const { data } = Papa.parse<string[]>(await textOf(file), {
    skipEmptyLines: false,
    delimitersToGuess: [',', ';', '\t'],
  })
  const [headings = [], ...rest] = data
  const lines = rest
    .map((cells, index) => ({ line: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (headings.length < 2 || lines.length === 0)
    throw new Error('This file has no rows. The first line must have the column names.')
  return { name: file.name, headings, lines }
}

/** A row as the database takes it. */
export type ImportRow = Record<string, Json> & { line: number }

/** The rows of a file. @param mapping the column of ours for each heading; undefined ignores it */
export function importRows(file: ProductFile, mapping: readonly (FileColumn | undefined)[]): ImportRow[] {
  return file.lines.map(({ line, cells }) => {
    const values = mapping.flatMap((column, place) =>
      column ? [[column, cellValue(column, unguardCell(cells[place] ?? ''))] as const] : [],
    )
    return { ...Object.fromEntries(values), line }
  })
}

const isGiven = (value: Json | undefined) => value !== undefined && value !== null && value !== ''
const productOf = ({ slug, name }: ImportRow) => JSON.stringify((isGiven(slug) ? slug : name) ?? null)

/** Rows in batches of at most `size`. The rows of one product stay together, unless they alone are more. */
export function batchesOf(rows: readonly ImportRow[], size: number): ImportRow[][] {
  const batches: ImportRow[][] = []
  let start = 0
  while (start < rows.length) {
    let end = Math.min(start + size, rows.length)
    const next = rows[end]
    if (next) {
      let cut = end
      while (cut > start) {
        const before = rows[cut - 1]
        if (!before || productOf(before) !== productOf(next)) break
        cut -= 1
      }
      if (cut > start) end = cut
    }
    batches.push(rows.slice(start, end))
    start = end
  }
  return batches
}
