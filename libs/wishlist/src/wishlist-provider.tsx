import { useAuth } from '@shop/auth'
import { useExternalValue, useStore, useStored } from '@shop/state'
import { useAppQuery, useDataContext } from '@shop/supabase'
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { guestWishlist } from './guest-wishlist'
import { applyOptimistic, createWishlistStore, type WishlistChange } from './wishlist-store'

/** The visitor's wishlist. Updates are optimistic; a rejected one is rolled back and its promise rejects. */
export interface Wishlist {
  /** The products, the newest first. Empty on a server, and while it hydrates. */
  ids: readonly string[]
  has(productId: string): boolean
  status: 'loading' | 'ready' | 'error'
  /** Rejects with 'A wishlist holds 100 products at most.' and other rejections. */
  add(productId: string): Promise<void>
  remove(productId: string): Promise<void>
  refetch(): Promise<void>
}

type WishlistStore = ReturnType<typeof createWishlistStore>

// The contents are not in the context: React would discard a page of the server that is not hydrated yet when they change.
const WishlistContext = createContext<WishlistStore | null>(null)
const nothing: readonly string[] = []
const noChanges: readonly WishlistChange[] = []

/** Provides the one wishlist of the tab: a guest's in this browser, an account's in the database. Needs data and auth above it. */
export function WishlistProvider({ children }: { children: ReactNode }) {
  const data = useDataContext()
  const atoms = useStore()
  const [store] = useState(() => createWishlistStore(data, atoms))
  useEffect(() => store.follow(), [store])
  return <WishlistContext value={store}>{children}</WishlistContext>
}

/** The visitor's wishlist. */
export function useWishlist(): Wishlist {
  const store = useContext(WishlistContext)
  if (!store) throw new Error('useWishlist needs a <WishlistProvider> above it')
  const { status: authStatus, user } = useAuth()
  const [guestIds] = useStored(guestWishlist)
  const pending = useExternalValue(store.subscribe, store.pending, () => noChanges)
  const userId = user?.id ?? null
  const { data: cached, isError, refetch } = useAppQuery(userId ? store.query(userId) : null)

  const actions = useMemo(
    () => ({
      // Until the visitor is identified the change is stored in the browser; an account merges it with the rest.
      add: (productId: string) => store.change({ productId, wanted: true }, userId),
      remove: (productId: string) => store.change({ productId, wanted: false }, userId),
      refetch: async () => {
        if (userId) await refetch()
      },
    }),
    [store, userId, refetch],
  )

  return useMemo((): Wishlist => {
    const ids = userId ? pending.reduce(applyOptimistic, [...(cached ?? nothing)]) : guestIds
    const included = new Set(ids)
    const loaded = userId ? cached !== undefined : authStatus !== 'loading'
    return {
      ids,
      has: (productId) => included.has(productId),
      status: loaded ? 'ready' : isError ? 'error' : 'loading',
      ...actions,
    }
  }, [userId, pending, cached, guestIds, authStatus, isError, actions])
}
