import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { batchesOf, type ImportRow } from './read-file'

const lineSchema = v.object({
  line: v.number(),
  action: v.picklist(['add', 'change', 'same', 'error']),
  name: v.nullable(v.string()),
  sku: v.nullable(v.string()),
  errors: v.array(v.object({ field: v.string(), message: v.string() })),
  changes: v.array(v.object({ field: v.string(), from: v.unknown(), to: v.unknown() })),
  back_in_stock_letters: v.number(),
})

/** What became of a line of a file, or would. */
export type ImportLine = v.InferOutput<typeof lineSchema>

const answerSchema = v.object({ lines: v.array(lineSchema) })

/** What became of all lines so far. */
export interface ImportResult {
  lines: ImportLine[]
  /** How many lines were not sent, because the run was cancelled or failed. */
  left: number
  /** Why it stopped; undefined if it ended or was cancelled. */
  error?: Error
}

/** The database takes at most this many rows in one call. */
const batchSize = 500

/**
 * Sends rows to the database in batches, each in a transaction of its own. Whatever stops it, the result says what was
 * done; running it again is safe.
 *
 * @param dry only checks, and says what would be done
 */
export async function runImport(
  db: Backend,
  rows: readonly ImportRow[],
  { dry, signal, onProgress }: { dry: boolean; signal: AbortSignal; onProgress: (lines: number) => void },
): Promise<ImportResult> {
  const lines: ImportLine[] = []
  let sent = 0
  for (const batch of batchesOf(rows, batchSize)) {
    if (signal.aborted) return { lines, left: rows.length - sent }
    try {
      // Not aborted half-way: a batch that was sent is done, and its answer says so.
      const answer = await row(db.rpc('import_products', { p_rows: batch, p_dry: dry }))
      lines.push(...v.parse(answerSchema, answer).lines)
    } catch (error) {
      return {
        lines,
        left: rows.length - sent,
        error: error instanceof Error ? error : new Error(String(error)),
      }
    }
    sent += batch.length
    onProgress(sent)
  }
  return { lines, left: 0 }
}

/** How many lines were added, changed, left as they are or refused, and the letters they send. */
export function totalsOf(lines: readonly ImportLine[]) {
  const count = (action: ImportLine['action']) => lines.filter((line) => line.action === action).length
  return {
    add: count('add'),
    change: count('change'),
    same: count('same'),
    error: count('error'),
    letters: lines.reduce((sum, { back_in_stock_letters: letters }) => sum + letters, 0),
  }
}
