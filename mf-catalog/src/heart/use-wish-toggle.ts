import { BackendError } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { useWishlist } from '@shop/wishlist'

interface Wished {
  id: string
  name: string
}

/** Sets a product aside or takes it back out, which can be undone; a refusal is told in a message. */
export function useWishToggle(): (product: Wished) => Promise<void> {
  const { has, add, remove } = useWishlist()
  const toast = useToast()
  const told = async (change: Promise<void>) => {
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
      await told(add(id))
      return
    }
    if (await told(remove(id))) {
      toast({
        title: 'Removed from wishlist',
        description: name,
        action: { label: 'Undo', onClick: () => void told(add(id)) },
      })
    }
  }
}
