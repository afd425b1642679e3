import { toPence } from '@shop/pricing'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import type { FilterValues } from '../url-state'
import { csvFile, csvHead, csvRows, plainColumn, type ExportOptions, type FileColumn } from './csv-writer'

const idSchema = v.string()

/** What an export holds: the name by which the database knows it, and the columns of a row. */
export interface ExportKind<Row> {
  kind: 'orders' | 'order_lines' | 'customers'
  schema: v.GenericSchema<unknown, Row>
  columns: readonly FileColumn<Row>[]
}

/** A column of pounds with two decimals, as its heading says. */
export const poundsColumn = <Row>(name: string, of: (row: Row) => number | null): FileColumn<Row> =>
  plainColumn(`${name} (pounds)`, (cells) => {
    const pounds = of(cells)
    return pounds === null ? null : (toPence(pounds) / 100).toFixed(2)
  })

/**
 * The rows of a list's filter as a CSV file. The database notes the export in the audit log first. Needs the right 'exports'.
 *
 * @throws BackendError, or the signal's reason
 */
export async function exportRows<Row>(
  db: Backend,
  { kind, schema, columns }: ExportKind<Row>,
  filter: FilterValues,
  options: ExportOptions,
): Promise<Blob> {
  const pageSchema = v.object({ rows: v.array(schema), next: v.nullable(v.string()) })
  const { signal } = options
  const id = v.parse(
    idSchema,
    await row(db.rpc('start_export', { p_kind: kind, p_filter: { ...filter } }).abortSignal(signal)),
  )
  return csvFile(
    {
      head: csvHead(columns.map(({ heading }) => heading)),
      async page(after) {
        const response: unknown = await row(
          db
            .rpc('export_rows', { p_export: id, ...(after !== null && { p_after: after }) })
            .abortSignal(signal),
        )
        const { rows, next } = v.parse(pageSchema, response)
        return { lines: csvRows(columns, rows), count: rows.length, next }
      },
    },
    options,
  )
}
