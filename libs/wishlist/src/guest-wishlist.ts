import { BackendError, keptStorage, type KeptStorage } from '@shop/supabase'

const storageKey = 'aurelle_wishlist'
const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** How many products a list holds; the database says the same of an account's. */
const mostWishes = 100

/** The list of a guest, kept in this browser alone. */
export interface GuestWishlist {
  /** The products, the newest first; the same array until it changes. */
  read(): readonly string[]
  /** @throws BackendError 'wishlist_full', and what a storage that is full throws */
  add(productId: string): void
  remove(productIds: readonly string[]): void
}

const none: readonly string[] = []

/** Whatever stands in the storage, as far as it is a list: anybody may have written there. */
function parse(json: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(json)
    if (!Array.isArray(found)) return none
    const ids = found.filter((entry): entry is string => typeof entry === 'string' && idForm.test(entry))
    return [...new Set(ids)].slice(0, mostWishes)
  } catch {
    return none
  }
}

export function createGuestWishlist(storage: KeptStorage = keptStorage()): GuestWishlist {
  let known = { json: '', ids: none }
  const read = () => {
    const json = storage.getItem(storageKey) ?? ''
    if (json !== known.json) known = { json, ids: parse(json) }
    return known.ids
  }
  const write = (ids: readonly string[]) => {
    if (ids.length === 0) storage.removeItem(storageKey)
    else storage.setItem(storageKey, JSON.stringify(ids))
  }
  return {
    read,
    add(productId) {
      const others = read().filter((id) => id !== productId)
      if (others.length >= mostWishes) {
        throw new BackendError(409, {
          code: 'PT409',
          message: `A wishlist holds ${String(mostWishes)} products at most.`,
          hint: 'wishlist_full',
        })
      }
      write([productId, ...others])
    },
    remove: (productIds) => {
      write(read().filter((id) => !productIds.includes(id)))
    },
  }
}
