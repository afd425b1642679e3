import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import type { FilterValues } from '../../../kit/url-state'
import { csvFile, csvHead, csvRows, textColumn, type ExportOptions } from '../../../kit/csv/csv-writer'
import { cellText, columnNames, isCode } from './file-columns'

const pageSchema = v.object({
  rows: v.array(v.record(v.string(), v.unknown())),
  next: v.nullable(v.string()),
})

/** Products in one request. */
const pageSize = 200

const columns = columnNames.map((name) =>
  textColumn<Record<string, unknown>>(name, (cells) => cellText(name, cells[name]), isCode(name)),
)

/** Rows from the database as lines of a file. */
export const csvOf = (rows: readonly Record<string, unknown>[]): string => csvRows(columns, rows)

/** The first line of a file of products. */
export const productsHead = csvHead(columnNames)

/**
 * The products of a filter as a CSV file.
 *
 * @throws BackendError, or the signal's reason
 */
export const exportProducts = (db: Backend, filter: FilterValues, options: ExportOptions): Promise<Blob> =>
  csvFile(
    {
      head: productsHead,
      async page(after) {
        const response: unknown = await row(
          db
            .rpc('export_products', {
              p_filter: { ...filter },
              p_limit: pageSize,
              ...(after !== null && { p_after: after }),
            })
            .abortSignal(options.signal),
        )
        const { rows, next } = v.parse(pageSchema, response)
        return { lines: csvOf(rows), count: rows.length, next }
      },
    },
    options,
  )
