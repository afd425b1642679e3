import { row, rows, type Backend } from '@shop/supabase'
import { toStoredLine, type StoredLine } from './cart-line'
import { cartMessages } from './cart-messages'
import { lineColumns } from './list-cart'
import type { CartChange } from './optimistic-cart'

/**
 * Makes the change in the database.
 *
 * @param databaseIds ids that the database has given to lines shown under another
 * @returns the line as the database has it now, null when it was removed
 * @throws BackendError 'Only {n} items available.' with the hint 'insufficient_stock', or another refusal
 */
export async function sendChange(
  db: Backend,
  change: CartChange,
  databaseIds: ReadonlyMap<string, string>,
): Promise<StoredLine | null> {
  const idOf = ({ lineId }: { lineId: string }) => databaseIds.get(lineId) ?? lineId
  switch (change.kind) {
    case 'add': {
      const since = change.since ?? change.line?.since
      const added = {
        p_product_id: change.productId,
        p_quantity: change.quantity,
        ...(since && { p_since: since }),
        ...(change.variantId && { p_variant_id: change.variantId }),
      }
      return toStoredLine(await row(db.rpc('cart_add', added).select(lineColumns).single()))
    }
    case 'set': {
      const [changed] = await rows(
        db
          .from('cart_items')
          .update({ quantity: change.quantity })
          .eq('id', idOf(change))
          .select(lineColumns),
      )
      if (!changed) throw new Error(cartMessages.updateFailed.description)
      return toStoredLine(changed)
    }
    case 'remove':
      await row(db.from('cart_items').delete().eq('id', idOf(change)))
      return null
  }
}
