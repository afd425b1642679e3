import { useAuth } from '@shop/auth'
import type { Pence } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { useData, useDataContext } from '@shop/supabase'
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { priced, type CartLine } from './cart-line'
import { stockLeft } from './cart-messages'
import { createCartQueue } from './cart-queue'
import { afterChange, type CartChange } from './change-cart'
import { cartQuery, type CartOwner } from './list-cart'

/** The cart of this visitor. Changes show at once; a refused one is taken back and its promise rejects. */
export interface Cart {
  lines: CartLine[]
  /** Pieces in the cart. */
  count: number
  subtotalPence: Pence
  status: 'loading' | 'ready' | 'error'
  refetch(): Promise<void>
  /** Adds to the line of the product, or makes one. Rejects with 'Only {n} items available.' and other refusals. */
  add(productId: string, quantity?: number): Promise<void>
  /** 0 or less removes the line. Rejects as `add` does. */
  setQuantity(lineId: string, quantity: number): Promise<void>
  remove(lineId: string): Promise<void>
  /** Puts a removed line back, with as much of its quantity as stock still allows: gives how many. Rejects as `add` does. */
  restore(line: CartLine): Promise<number>
  clear(): Promise<void>
  /** True while a change is on its way. */
  busy: boolean
}

const CartContext = createContext<Cart | null>(null)
const freshForMs = 5_000
const nothing: readonly CartChange[] = []

/** Holds the one cart that catalogue, header and checkout share. Needs data, settings and auth above it. */
export function CartProvider({ children }: { children: ReactNode }) {
  const data = useDataContext()
  const { backend, queryClient } = data
  const { status: authStatus, user } = useAuth()
  const { factor } = useSettings().pricing
  const [queue] = useState(() => createCartQueue(data))
  useEffect(() => queue.follow(), [queue])

  const pending = useSyncExternalStore(queue.subscribe, queue.pending, () => nothing)
  const guestId = useSyncExternalStore(queue.subscribe, backend.guest.id, () => null)
  const userId = user?.id
  const owner = useMemo((): CartOwner | null => {
    if (authStatus === 'loading') return null
    if (userId) return { kind: 'customer', id: userId }
    return guestId ? { kind: 'guest', id: guestId } : null
  }, [authStatus, userId, guestId])
  const { data: known, isError, refetch } = useData(owner && cartQuery(owner), { staleMs: freshForMs })

  const actions = useMemo(() => {
    const ownerForAdding = (): CartOwner | null => {
      // Who holds a session is known by it to the database, even before this tab has read it.
      if (owner || backend.hasSession()) return owner
      const guest: CartOwner = { kind: 'guest', id: backend.guest.ensure() }
      queryClient.setQueryData(cartQuery(guest).key, []) // a new guest's cart need not be read to be known empty
      return guest
    }
    const putBack = (line: CartLine, quantity: number) =>
      queue.run({ kind: 'add', productId: line.productId, quantity, line }, ownerForAdding()).then(() => quantity)
    const remove = (lineId: string) => queue.run({ kind: 'remove', lineId }, owner)
    return {
      add: (productId: string, quantity = 1) => queue.run({ kind: 'add', productId, quantity }, ownerForAdding()),
      setQuantity: (lineId: string, quantity: number) =>
        quantity <= 0 ? remove(lineId) : queue.run({ kind: 'set', lineId, quantity }, owner),
      remove,
      restore: (line: CartLine) =>
        putBack(line, line.quantity).catch((error: unknown) => {
          const left = stockLeft(error)
          if (left > 0 && left < line.quantity) return putBack(line, left)
          throw error
        }),
      clear: () => queue.run({ kind: 'clear', owner }, owner),
      refetch: async () => { if (owner) await refetch() },
    }
  }, [owner, backend, queryClient, queue, refetch])

  const cart = useMemo((): Cart => {
    const view = pending.reduce(afterChange, { lines: known ?? [], arriving: 0 })
    const lines = view.lines.map((line) => priced(line, factor))
    const loaded = owner ? known !== undefined : authStatus !== 'loading'
    return {
      lines,
      count: lines.reduce((sum, { quantity }) => sum + quantity, view.arriving),
      subtotalPence: lines.reduce((sum, line) => sum + line.linePence, 0),
      status: loaded ? 'ready' : isError ? 'error' : 'loading',
      busy: pending.length > 0,
      ...actions,
    }
  }, [known, pending, factor, owner, authStatus, isError, actions])

  return <CartContext value={cart}>{children}</CartContext>
}

/** The cart of this visitor. */
export function useCart(): Cart {
  const cart = useContext(CartContext)
  if (!cart) throw new Error('useCart needs a <CartProvider> above it')
  return cart
}
