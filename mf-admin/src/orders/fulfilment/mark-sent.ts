import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import type { SentRow } from './read-sent-file'

/** What became of a line, or would. */
export interface SentLine {
  line: number
  orderNumber: string
  outcome: 'sent' | 'same' | 'error'
  message: string | null
}

const replySchema = v.array(
  v.pipe(
    v.object({
      line: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)),
      order_number: v.nullable(v.string()),
      outcome: v.picklist(['sent', 'same', 'error']),
      message: v.nullable(v.string()),
    }),
    v.transform(({ order_number: orderNumber, ...line }): SentLine => ({
      ...line,
      orderNumber: orderNumber ?? '',
    })),
  ),
)

/** Rows that the database takes in one call. */
const batchSize = 500

/** Sends the rows of a batch that can be read. Answers what became of each row, in their order. */
async function sendBatch(db: Backend, batch: readonly SentRow[], dry: boolean): Promise<SentLine[]> {
  const parcels = batch.flatMap(({ parcel, problem }) => (problem === undefined ? [{ ...parcel }] : []))
  const wrong = batch.flatMap(({ parcel, problem }): SentLine[] =>
    problem === undefined
      ? []
      : [{ line: parcel.line, orderNumber: parcel.order_number, outcome: 'error', message: problem }],
  )
  if (parcels.length === 0) return wrong
  const reply = await row(db.rpc('mark_orders_sent', { p_rows: parcels, p_dry: dry }))
  return [...v.parse(replySchema, reply), ...wrong].toSorted((a, b) => a.line - b.line)
}

/**
 * Marks orders as sent, or says what would be done, a batch at a time.
 * @param options `onProgress` gets the number of lines that are through
 * @returns the lines that are through, and the error that stopped it, if any
 */
export async function markSent(
  db: Backend,
  rows: readonly SentRow[],
  options: { dry: boolean; onProgress: (done: number) => void },
): Promise<{ lines: SentLine[]; error: unknown }> {
  const lines: SentLine[] = []
  try {
    for (let start = 0; start < rows.length; start += batchSize) {
      lines.push(...(await sendBatch(db, rows.slice(start, start + batchSize), options.dry)))
      options.onProgress(lines.length)
    }
    return { lines, error: null }
  } catch (error) {
    console.error(error)
    return { lines, error }
  }
}
