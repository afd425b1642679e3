import { BackendError } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { useWishlist } from '@shop/wishlist'

interface WishlistProduct {
  id: string
  name: string
}

/** Adds a product to the wishlist, or removes it with "Undo"; errors become a toast. */
export function useWishlistToggle(): (product: WishlistProduct) => Promise<void> {
  const { has, add, remove } = useWishlist()
  const toast = useToast()
  const attempt = async (change: Promise<void>) => {
    try {
      await change
      return true
    } catch (error) {
      console.error(error)
      const full = error instanceof BackendError && error.hint === 'wishlist_full'
      toast(
        full
          ? { title: 'Wishlist full', description: error.message, status: 'error' }
          : { title: 'Error', description: 'Failed to update wishlist.', status: 'error' },
      )
      return false
    }
  }
  return async ({ id, name }) => {
    if (!has(id)) {
      await attempt(add(id))
      return
    }
    if (await attempt(remove(id))) {
      toast({
        title: 'Removed from wishlist',
        description: name,
        action: { label: 'Undo', onClick: () => void attempt(add(id)) },
      })
    }
  }
}
