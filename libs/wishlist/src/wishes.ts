import { query, row, rows, type Backend, type Data, type Query } from '@shop/supabase'
import { createKeptWishes } from './kept-wishes'

/** One wish more, or one fewer. */
export interface Wish {
  productId: string
  wished: boolean
}

/** The lists of one tab: the one this browser keeps for a guest, and what is on its way to an account's. */
export interface Wishes {
  /** The guest's products, the newest first. */
  kept(): readonly string[]
  /** What the database has not confirmed yet; shown as if it had. */
  pending(): readonly Wish[]
  subscribe(changed: () => void): () => void
  /** An account's products, the newest first. Takes the guest's list of this browser along. */
  query(userId: string): Query<string[]>
  /** Resolves when it is kept. @param userId whose list; null for the guest's @throws what refused it */
  change(wish: Wish, userId: string | null): Promise<void>
  /** Keeps step with the other tabs until the returned function is called. */
  follow(): () => void
}

const channelName = 'aurelle_wishlist'
const inEveryList = { queryKey: ['wishlist'] }

/** The list as it will be. */
export function afterWish(ids: readonly string[], { productId, wished }: Wish): string[] {
  const others = ids.filter((id) => id !== productId)
  return wished ? [productId, ...others] : others
}

async function send(db: Backend, { productId, wished }: Wish, userId: string): Promise<void> {
  const items = db.from('wishlist_items')
  await row(
    wished
      ? items.upsert({ user_id: userId, product_id: productId }, { onConflict: 'user_id,product_id', ignoreDuplicates: true })
      : items.delete().eq('user_id', userId).eq('product_id', productId),
  )
}

/** @param data backend and cache of this tab */
export function createWishes({ backend, queryClient }: Data): Wishes {
  const kept = createKeptWishes()
  let pending: readonly Wish[] = []
  let tail: Promise<void> = Promise.resolve()
  let channel: BroadcastChannel | undefined
  const listeners = new Set<() => void>()
  const tell = () => { listeners.forEach((changed) => { changed() }) }

  /** Where it fails the list stays with the browser, and the next read tries again. */
  const bringKept = async () => {
    const ids = kept.read()
    if (ids.length === 0) return
    try {
      await row(backend.rpc('wishlist_merge', { p_products: [...ids] }))
      kept.remove(ids)
      tell()
      channel?.postMessage('changed')
    } catch {
      // the account's own list is still worth showing
    }
  }

  const listOf = (userId: string): Query<string[]> => query({
    key: ['wishlist', userId],
    read: async (db, signal) => {
      await bringKept()
      const found = await rows(
        db.from('wishlist_items').select('product_id').eq('user_id', userId).order('created_at', { ascending: false }).order('product_id').abortSignal(signal),
      )
      return found.map(({ product_id }) => product_id)
    },
  })

  const sendInTurn = async (wish: Wish, userId: string) => {
    await queryClient.cancelQueries(inEveryList) // an answer on its way is older than this wish
    try {
      await send(backend, wish, userId)
      queryClient.setQueryData<string[]>(listOf(userId).key, (known) => known && afterWish(known, wish))
    } finally {
      pending = pending.filter((waiting) => waiting !== wish)
      tell()
    }
    channel?.postMessage('changed')
    if (pending.length === 0) void queryClient.invalidateQueries(inEveryList)
  }

  return {
    kept: kept.read,
    pending: () => pending,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    query: listOf,
    async change(wish, userId) {
      if (userId === null) {
        if (wish.wished) kept.add(wish.productId)
        else kept.remove([wish.productId])
        tell()
        return
      }
      pending = [...pending, wish]
      tell()
      const done = tail.then(() => sendInTurn(wish, userId))
      tail = done.catch(() => undefined)
      await done
    },
    follow() {
      const catchUp = () => { if (pending.length === 0) void queryClient.invalidateQueries(inEveryList) }
      addEventListener('storage', tell)
      if (typeof BroadcastChannel !== 'undefined') {
        channel = new BroadcastChannel(channelName)
        channel.addEventListener('message', catchUp)
      }
      return () => {
        removeEventListener('storage', tell)
        channel?.close()
        channel = undefined
      }
    },
  }
}
