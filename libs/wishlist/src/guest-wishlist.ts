import { idList, storedAtom, type StoredAtom } from '@shop/state'
import { BackendError } from '@shop/supabase'

/** The maximum length of a list; the database enforces the same for accounts. */
const maxProducts = 100

/** The products of a guest's list, the newest first, in this browser alone. */
export const guestWishlist: StoredAtom<readonly string[]> = storedAtom(
  'aurelle_wishlist',
  idList(maxProducts),
  {
    storage: 'local',
    fallback: [],
  },
)

/** @returns the list with a product at its head @throws BackendError 'wishlist_full' */
export function withProduct(ids: readonly string[], productId: string): readonly string[] {
  const others = ids.filter((id) => id !== productId)
  if (others.length < maxProducts) return [productId, ...others]
  throw new BackendError(409, {
    code: 'PT409',
    message: `A wishlist holds ${String(maxProducts)} products at most.`,
    hint: 'wishlist_full',
  })
}

/** @returns the list without these products; undefined, which removes it from the browser, when none is left */
export function withoutProducts(
  ids: readonly string[],
  productIds: readonly string[],
): readonly string[] | undefined {
  const left = ids.filter((id) => !productIds.includes(id))
  return left.length > 0 ? left : undefined
}
