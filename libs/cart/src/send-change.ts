import { row, rows, type Backend } from '@shop/supabase'
import { toStoredLine, type StoredLine } from './cart-line'
import { cartMessages } from './cart-messages'
import { lineColumns } from './list-cart'
import type { CartChange } from './optimistic-cart'

/**
 * Sends the change to the database.
 *
 * @param databaseIds database ids of lines that are shown under another id
 * @returns the line as the database has it now, null when it was removed
 * @throws BackendError 'Only {n} items available.' with the hint 'insufficient_stock', or another rejection
 */
export async function sendChange(
  db: Backend,
  change: CartChange,
  databaseIds: ReadonlyMap<string, string> = new Map(),
): Promise<StoredLine | null> {
  const idOf = ({ lineId }: { lineId: string }) => databaseIds.get(lineId) ?? lineId
  switch (change.kind) {
    case 'add': {
      const added = {
        p_product_id: change.productId,
        p_quantity: change.quantity,
        ...(change.key && { p_idempotency_key: change.key }),
        ...(change.since && { p_since: change.since }),
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
    case 'variant': {
      const changed = { p_item_id: idOf(change), p_variant_id: change.variantId }
      return toStoredLine(await row(db.rpc('cart_change_variant', changed).select(lineColumns).single()))
    }
    case 'remove':
      await row(db.from('cart_items').delete().eq('id', idOf(change)))
      return null
  }
}
