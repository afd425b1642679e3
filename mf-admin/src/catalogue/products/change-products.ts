import * as v from 'valibot'
import { queryOptions, row, type Backend } from '@shop/supabase'

/** Products to archive, or to restore. */
export interface Archiving {
  ids: string[]
  archived: boolean
  /** Those that are active again when restored; the others are inactive. */
  active?: string[]
}

/** Archives products, or restores them. @throws BackendError */
export async function archiveProducts(db: Backend, { ids, archived, active = [] }: Archiving): Promise<void> {
  await row(db.rpc('archive_products', { p_ids: ids, p_archived: archived, p_active: active }))
}

/** Deletes a product for good; orders keep their copy of it. @throws BackendError, stale if it was changed since */
export async function deleteProduct(
  db: Backend,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await row(db.rpc('delete_product', { p_id: id, p_version: version }))
}

/** Whether a product was ever sold. Needs the right 'catalogue'. */
export const isOrderedQuery = (id: string) =>
  queryOptions({
    key: ['product-is-ordered', id],
    queryFn: async (db, signal) =>
      v.parse(v.boolean(), await row(db.rpc('product_is_ordered', { p_id: id }).abortSignal(signal))),
  })

/** Copies a product, inactive and without stock. @returns the id of the copy @throws BackendError */
export async function duplicateProduct(db: Backend, id: string): Promise<string> {
  const copy = await row(db.rpc('duplicate_product', { p_id: id }))
  return readId(copy)
}

function readId(value: unknown): string {
  return v.parse(v.object({ id: v.string() }), value).id
}
