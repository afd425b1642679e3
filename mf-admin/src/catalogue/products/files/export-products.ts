import { row, type Backend } from '@shop/supabase'
import Papa from 'papaparse'
import * as v from 'valibot'
import type { FilterValues } from '../../../kit/url-state'
import { cellText, columnNames, isCode } from './file-columns'
import { cellOf } from '../../../kit/csv/spreadsheet-cell'

const pageSchema = v.object({
  rows: v.array(v.record(v.string(), v.unknown())),
  next: v.nullable(v.string()),
})

/** Products in one request. */
const pageSize = 200

// With it spreadsheets read the file as UTF-8.
const byteOrderMark = '\uFEFF'

const csvLine = (cells: readonly string[]) => `${Papa.unparse([[...cells]])}\r\n`

/** Rows from the database as lines of a file. */
export function csvOf(rows: readonly Record<string, unknown>[]): string {
  return rows
    .map((cells) => csvLine(columnNames.map((name) => cellOf(cellText(name, cells[name]), isCode(name)))))
    .join('')
}

export const csvHead = byteOrderMark + csvLine(columnNames)

/**
 * The products of a filter as a CSV file, read page by page. Each page becomes a Blob of its own, which the browser keeps
 * out of the script's memory.
 *
 * @param onProgress called with the number of rows so far
 * @throws BackendError, or the signal's reason
 */
export async function exportProducts(
  db: Backend,
  filter: FilterValues,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (rows: number) => void },
): Promise<Blob> {
  const parts: Blob[] = [new Blob([csvHead])]
  let count = 0
  let after: string | null = null
  do {
    signal.throwIfAborted()
    const response: unknown = await row(
      db
        .rpc('export_products', {
          p_filter: { ...filter },
          p_limit: pageSize,
          ...(after !== null && { p_after: after }),
        })
        .abortSignal(signal),
    )
    const { rows, next } = v.parse(pageSchema, response)
    parts.push(new Blob([csvOf(rows)]))
    count += rows.length
    onProgress(count)
    after = next
  } while (after !== null)
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
