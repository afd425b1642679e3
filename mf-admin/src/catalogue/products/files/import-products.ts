import { row, type Backend, type Json } from '@shop/supabase'
import * as v from 'valibot'
import { batchesOf, type ReadRow } from './read-file'

const lineSchema = v.object({
  line: v.number(),
  action: v.picklist(['add', 'change', 'same', 'error']),
  name: v.nullable(v.string()),
  sku: v.nullable(v.string()),
  /** The values of a variant, such as Large and Sand; null without. A database before this release has none. */
  options: v.optional(v.nullable(v.array(v.string())), null),
  errors: v.array(v.object({ field: v.string(), message: v.string() })),
  changes: v.array(v.object({ field: v.string(), from: v.unknown(), to: v.unknown() })),
  back_in_stock_emails: v.number(),
})

/** The result of a line of a file, or of its dry run. */
export type ImportLine = v.InferOutput<typeof lineSchema>

const responseSchema = v.object({ lines: v.array(lineSchema) })

/** The results of all lines so far. */
export interface ImportResult {
  /** How many lines were added, changed, left as they are or rejected, and the emails they send. */
  totals: Record<ImportLine['action'] | 'emails', number>
  /** How many lines were sent. */
  done: number
  /** How many lines were not, because the run was cancelled or failed. */
  left: number
  /** Every line that was rejected. */
  rejected: ImportLine[]
  /** The first lines that were added or changed. */
  changed: ImportLine[]
  /** Why it stopped; undefined if it ended or was cancelled. */
  error?: Error
}

/** The database takes at most this many rows in one call. */
const batchSize = 500
/** As many of the lines that change something are kept; with all of them the page would hold the file several times. */
const maxChanged = 100

function take(result: ImportResult, lines: readonly ImportLine[]): ImportResult {
  const totals = { ...result.totals }
  for (const { action, back_in_stock_emails: emails } of lines) {
    totals[action] += 1
    totals.emails += emails
  }
  const changes = lines.filter(({ action }) => action === 'add' || action === 'change')
  return {
    ...result,
    totals,
    rejected: result.rejected.concat(lines.filter(({ action }) => action === 'error')),
    changed: result.changed.concat(changes.slice(0, maxChanged - result.changed.length)),
  }
}

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : null)

const rejectedLine = ({ row: { line, name, sku }, problems }: ReadRow): ImportLine => ({
  line,
  action: 'error',
  name: textOf(name),
  sku: textOf(sku),
  options: null,
  errors: problems,
  changes: [],
  back_in_stock_emails: 0,
})

/** Sends the rows of a batch that can be read. Answers what became of each row, in their order. */
async function importBatch(db: Backend, batch: readonly ReadRow[], dry: boolean): Promise<ImportLine[]> {
  const right = batch.flatMap((read) => (read.problems.length === 0 ? [read.row] : []))
  const wrong = batch.filter(({ problems }) => problems.length > 0).map(rejectedLine)
  if (right.length === 0) return wrong
  const response = await row(db.rpc('import_products', { p_rows: right, p_dry: dry }))
  return [...v.parse(responseSchema, response).lines, ...wrong].toSorted((a, b) => a.line - b.line)
}

/**
 * Sends rows to the database in batches, each in a transaction of its own. Whatever stops it, the result says what was
 * done; running it again is safe.
 *
 * @param count how many rows there are
 * @param dry only checks, and says what would be done
 */
export async function runImport(
  db: Backend,
  rows: AsyncIterable<ReadRow>,
  count: number,
  { dry, signal, onProgress }: { dry: boolean; signal: AbortSignal; onProgress: (lines: number) => void },
): Promise<ImportResult> {
  let result: ImportResult = {
    totals: { add: 0, change: 0, same: 0, error: 0, emails: 0 },
    done: 0,
    left: count,
    rejected: [],
    changed: [],
  }
  try {
    for await (const batch of batchesOf(rows, batchSize)) {
      if (signal.aborted) return result
      // Not aborted half-way: a batch that was sent is done, and its answer says so.
      result = take(result, await importBatch(db, batch, dry))
      result = { ...result, done: result.done + batch.length, left: result.left - batch.length }
      onProgress(result.done)
    }
    return { ...result, left: 0 }
  } catch (error) {
    return { ...result, error: error instanceof Error ? error : new Error(String(error)) }
  }
}
