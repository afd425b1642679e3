import {
  ensureQuery,
  queryOptions,
  row,
  rows,
  type AppQuery,
  type Backend,
  type DataContextValue,
} from '@shop/supabase'
import { toStoredLine, type StoredLine } from './cart-line'
import { startedCheckout } from './started-checkout'

/** Whose cart it is: a signed-in customer's, or the one that belongs to this browser's guest id. */
export type CartOwner = { kind: 'customer'; id: string } | { kind: 'guest'; id: string }

/** Columns of a line, of its embedded product and of the product's variants. */
export const lineColumns =
  'id, product_id, variant_id, quantity, created_at, product:products(slug, name, short_description, sku, price, images, inventory_quantity, is_active, category_id, options, variants:product_variants(id, option_values, sku, price, image, inventory_quantity, is_active))'

/**
 * Merges the guest cart of this browser into the customer's, with the checkout that was begun in this browser; after a failure the
 * next read tries again.
 */
async function bringGuestCart(db: Backend): Promise<void> {
  const checkout = startedCheckout.read()
  try {
    for (const id of [db.guest.pendingNextId(), db.guest.id()])
      if (id !== null)
        await row(
          db.rpc('cart_merge').setHeader('x-session-id', id).setHeader('x-checkout-session', checkout),
        )
    db.guest.clear()
  } catch {
    // the customer's own lines can still be shown
  }
}

const guestLines = (db: Backend, id: string, signal: AbortSignal) =>
  rows(
    db
      .from('cart_items')
      .select(lineColumns)
      .eq('session_id', id)
      .order('created_at')
      .order('id')
      .abortSignal(signal)
      .setHeader('x-session-id', id),
  )

/** The lines of a guest's cart. An empty one has moved if a checkout began whose answer was lost. */
async function findGuestLines(db: Backend, id: string, signal: AbortSignal) {
  const lines = await guestLines(db, id, signal)
  const next = lines.length > 0 ? null : db.guest.pendingNextId()
  if (next === null) return lines
  const moved = await guestLines(db, next, signal)
  if (moved.length > 0) db.guest.moveToNextId()
  return moved
}

/** The lines of a cart, oldest first. A customer's cart takes the guest cart of this browser along. */
export function cartQuery(owner: CartOwner): AppQuery<StoredLine[]> {
  return queryOptions({
    key: ['cart', owner.id],
    queryFn: async (db, signal) => {
      if (owner.kind === 'customer') await bringGuestCart(db)
      const lines: unknown[] =
        owner.kind === 'guest'
          ? await findGuestLines(db, owner.id, signal)
          : await rows(
              db
                .from('cart_items')
                .select(`${lineColumns}, customers!inner(user_id)`)
                .eq('customers.user_id', owner.id)
                .order('created_at')
                .order('id')
                .abortSignal(signal),
            )
      // A request whose session ended meanwhile returns no cart: the one that was read before stays.
      if (owner.kind === 'customer' && !db.hasSession()) throw new Error('The session has ended.')
      return lines.map(toStoredLine)
    },
  })
}

/** Reads the guest's cart into the cache, so that a server can render it. Rejects when the read fails. */
export async function prefetchCart(data: DataContextValue): Promise<void> {
  const id = data.backend.guest.id()
  if (id) await ensureQuery(data, cartQuery({ kind: 'guest', id }))
}

/** The id of the guest whose cart the server has read for this page; null where it read none. */
export function servedGuest({ backend, queryClient }: DataContextValue): string | null {
  const id = backend.guest.id()
  return id && queryClient.getQueryData(cartQuery({ kind: 'guest', id }).key) ? id : null
}
