import type { Store } from '@shop/state'
import {
  createMutationScope,
  queryOptions,
  row,
  rows,
  type Backend,
  type DataContextValue,
  type AppQuery,
} from '@shop/supabase'
import { guestWishlist, withoutProducts, withProduct } from './guest-wishlist'

/** A product to add to the list or to remove from it. */
export interface WishlistChange {
  productId: string
  wanted: boolean
}

/** The changes of one tab's lists: of a guest's in this browser, and of an account's in the database. */
export interface WishlistStore {
  /** The changes that the database has not confirmed yet, for optimistic updates. The same array until it changes. */
  pending(): readonly WishlistChange[]
  subscribe(listener: () => void): () => void
  /** An account's products, the newest first. Merges the guest's list of this browser first. */
  query(userId: string): AppQuery<string[]>
  /** Resolves when it is saved. @param userId whose list; null for the guest's @throws the rejection */
  change(change: WishlistChange, userId: string | null): Promise<void>
  /** Subscribes to changes made in other tabs. @returns unsubscribe */
  follow(): () => void
}

const channelName = 'aurelle_wishlist'
const everyList = { queryKey: ['wishlist'] }

/** The list as it will be once the change is made: the optimistic update. */
export function applyOptimistic(ids: readonly string[], { productId, wanted }: WishlistChange): string[] {
  const others = ids.filter((id) => id !== productId)
  return wanted ? [productId, ...others] : others
}

async function save(db: Backend, { productId, wanted }: WishlistChange, userId: string): Promise<void> {
  const items = db.from('wishlist_items')
  const added = { user_id: userId, product_id: productId }
  await row(
    wanted
      ? items.upsert(added, { onConflict: 'user_id,product_id', ignoreDuplicates: true })
      : items.delete().eq('user_id', userId).eq('product_id', productId),
  )
}

/**
 * @param data backend and cache of this tab
 * @param store the Jotai store of this tab, with the guest's list
 */
export function createWishlistStore({ backend, queryClient }: DataContextValue, store: Store): WishlistStore {
  let channel: BroadcastChannel | undefined

  /** After a failure the list remains in the browser, and the next read tries again. */
  const mergeGuestList = async () => {
    const ids = store.get(guestWishlist)
    if (ids.length === 0) return
    try {
      await row(backend.rpc('wishlist_merge', { p_products: [...ids] }))
      store.set(guestWishlist, (stored) => withoutProducts(stored, ids))
      channel?.postMessage('changed')
    } catch {
      // the account's own list can still be shown
    }
  }

  const listOf = (userId: string): AppQuery<string[]> =>
    queryOptions({
      key: ['wishlist', userId],
      queryFn: async (db, signal) => {
        await mergeGuestList()
        const items = db.from('wishlist_items').select('product_id').eq('user_id', userId)
        const saved = await rows(
          items.order('created_at', { ascending: false }).order('product_id').abortSignal(signal),
        )
        return saved.map(({ product_id }) => product_id)
      },
    })

  const scope = createMutationScope<WishlistChange & { userId: string }, true>(queryClient, {
    scope: 'wishlist',
    async mutationFn(change) {
      await queryClient.cancelQueries(everyList) // a response in flight would be older than this change
      await save(backend, change, change.userId)
      return true
    },
    onSettled(change, saved) {
      if (saved) {
        queryClient.setQueryData<string[]>(
          listOf(change.userId).key,
          (cached) => cached && applyOptimistic(cached, change),
        )
        channel?.postMessage('changed')
      }
      if (scope.pending().every((other) => other === change)) void queryClient.invalidateQueries(everyList)
    },
  })

  const refetchWhenIdle = () => {
    if (scope.pending().length === 0) void queryClient.invalidateQueries(everyList)
  }

  return {
    pending: scope.pending,
    subscribe: scope.subscribe,
    query: listOf,
    async change(change, userId) {
      if (userId !== null) {
        await scope.mutate({ ...change, userId })
        return
      }
      const { productId, wanted } = change
      store.set(guestWishlist, (stored) =>
        wanted ? withProduct(stored, productId) : withoutProducts(stored, [productId]),
      )
    },
    follow() {
      if (typeof BroadcastChannel !== 'undefined') {
        channel = new BroadcastChannel(channelName)
        channel.addEventListener('message', refetchWhenIdle)
      }
      return () => {
        channel?.close()
        channel = undefined
      }
    },
  }
}
