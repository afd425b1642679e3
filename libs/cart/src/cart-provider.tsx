import { useAuth } from '@shop/auth'
import type { Pence } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { useExternalValue, useHydrated } from '@shop/state'
import { useAppQuery, useDataContext } from '@shop/supabase'
import {
  createContext,
  useContext,
  useEffect,
  useInsertionEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { priced, type CartLine } from './cart-line'
import { stockLeft } from './cart-messages'
import { createCartMutations, type CartMutations, type OwnedChange } from './cart-mutations'
import { cartQuery, servedGuest, type CartOwner } from './list-cart'
import { applyOptimistic, type CartChange } from './optimistic-cart'

/** How to add a product. */
export interface AddOptions {
  /** When a removed line was first added, as a database timestamp: it returns to its position. */
  since?: string
  /** Required for a product with options. */
  variantId?: string
}

/** The cart’s mutations. Updates are optimistic; a rejected one is rolled back and its promise rejects. */
export interface CartActions {
  /** Reads the cart again, here and in the other tabs: an order may have emptied it. */
  refetch(): Promise<void>
  /** Shows a guest's cart under the id to which it has moved with a checkout. */
  renewGuest(): void
  /**
   * Adds to the line of the product, or of this variant of it, or makes one. Rejects with 'Only {n} items available.' and
   * other rejections.
   */
  add(productId: string, quantity?: number, options?: AddOptions): Promise<void>
  /** 0 or less removes the line. Rejects as `add` does. */
  setQuantity(lineId: string, quantity: number): Promise<void>
  /** Another variant of the line's product; quantities add up where the cart has it already. Rejects as `add` does. */
  changeVariant(lineId: string, variantId: string): Promise<void>
  remove(lineId: string): Promise<void>
  /** Restores a removed line with as much of its quantity as stock allows. Resolves with that quantity. Rejects as `add` does. */
  restore(line: CartLine): Promise<number>
}

/** The cart of this visitor. */
export interface Cart extends CartActions {
  lines: CartLine[]
  /** Pieces in the cart. */
  count: number
  subtotalPence: Pence
  status: 'loading' | 'ready' | 'error'
  /** True while a mutation is pending. */
  busy: boolean
}

interface SharedCart {
  mutations: CartMutations
  /** The guest whose cart the server has rendered: a page that hydrates late has to begin with it, whoever they are by then. */
  served: string | null
  actions: CartActions
}

// The contents are not in the context: each change would make React walk through the whole page.
const CartContext = createContext<SharedCart | null>(null)
const freshForMs = 5_000
const nothing: readonly OwnedChange[] = []

function useOwner({ mutations, served }: Pick<SharedCart, 'mutations' | 'served'>): CartOwner | null {
  const { guest } = useDataContext().backend
  const { status, user } = useAuth()
  const isHydrated = useHydrated()
  const guestId = useExternalValue(mutations.subscribe, guest.id, () => served)
  const userId = user?.id
  return useMemo(() => {
    // Until hydration the page stands as the server rendered it, with the cart of the guest.
    if (status === 'loading' && isHydrated) return null
    if (userId) return { kind: 'customer', id: userId }
    return guestId ? { kind: 'guest', id: guestId } : null
  }, [status, userId, guestId, isHydrated])
}

/** Whose cart is shown although their session has ended, until they sign in again or a guest's cart begins. */
function useEndedOwner(owner: CartOwner | null): CartOwner | null {
  const endedId = useAuth().ended?.id
  return useMemo(
    () => (endedId !== undefined && !owner ? { kind: 'customer', id: endedId } : null),
    [endedId, owner],
  )
}

/** Provides the one cart that catalogue, header and checkout share. Needs data and auth above it. */
export function CartProvider({ children }: { children: ReactNode }) {
  const data = useDataContext()
  const [mutations] = useState(() => createCartMutations(data))
  useEffect(() => mutations.follow(), [mutations])
  const [served] = useState(() => servedGuest(data))
  // The server may have read the cart before a change that was on its way while the page was opened.
  useEffect(() => {
    if (served !== null) void data.queryClient.invalidateQueries({ queryKey: ['cart'] })
  }, [data, served])
  const owner = useOwner({ mutations, served })
  const endedOwner = useEndedOwner(owner)
  const latestOwner = useRef(owner)
  const latestEnded = useRef(endedOwner)
  useInsertionEffect(() => {
    latestOwner.current = owner
    latestEnded.current = endedOwner
  })

  const shared = useMemo((): SharedCart => {
    const { backend, queryClient } = data
    const ownerForAdding = (): CartOwner | null => {
      // The database identifies a visitor with a session by it, even before this tab has read it.
      if (latestOwner.current || backend.hasSession()) return latestOwner.current
      const isNew = backend.guest.id() === null
      const guest: CartOwner = { kind: 'guest', id: backend.guest.ensure() }
      // A new guest's cart is empty, so it need not be read.
      if (isNew) queryClient.setQueryData(cartQuery(guest).key, [])
      return guest
    }
    const mutate = async (change: CartChange, owner: CartOwner | null) => {
      if (latestEnded.current && change.kind !== 'add')
        throw new Error('Please sign in again to change your cart.')
      await mutations.mutate({ ...change, owner })
    }
    const putBack = (line: CartLine, quantity: number) =>
      mutate(
        {
          kind: 'add',
          productId: line.productId,
          variantId: line.variantId,
          quantity,
          since: line.since,
          line,
        },
        ownerForAdding(),
      ).then(() => quantity)
    const remove = (lineId: string) => mutate({ kind: 'remove', lineId }, latestOwner.current)
    const actions: CartActions = {
      add: (productId: string, quantity = 1, { since, variantId }: AddOptions = {}) =>
        mutate(
          { kind: 'add', productId, variantId: variantId ?? null, quantity, ...(since && { since }) },
          ownerForAdding(),
        ),
      setQuantity: (lineId: string, quantity: number) =>
        quantity <= 0 ? remove(lineId) : mutate({ kind: 'set', lineId, quantity }, latestOwner.current),
      changeVariant: (lineId: string, variantId: string) =>
        mutate({ kind: 'variant', lineId, variantId }, latestOwner.current),
      remove,
      restore: (line: CartLine) =>
        putBack(line, line.quantity).catch((error: unknown) => {
          const left = stockLeft(error)
          if (left > 0 && left < line.quantity) return putBack(line, left)
          throw error
        }),
      renewGuest: () => {
        const { guest } = backend
        const [before, next] = [guest.id(), guest.pendingNextId()]
        if (before !== null && next !== null) {
          const lines = queryClient.getQueryData(cartQuery({ kind: 'guest', id: before }).key)
          queryClient.setQueryData(cartQuery({ kind: 'guest', id: next }).key, lines)
        }
        guest.moveToNextId()
        mutations.announce()
      },
      refetch: () => {
        mutations.announce()
        // An order may have emptied a cart that can no longer be read.
        if (latestEnded.current) queryClient.setQueryData(cartQuery(latestEnded.current).key, [])
        return queryClient.refetchQueries({ queryKey: ['cart'], type: 'active' })
      },
    }
    return { mutations, served, actions }
  }, [data, mutations, served])

  return <CartContext value={shared}>{children}</CartContext>
}

function useShared(): SharedCart {
  const shared = useContext(CartContext)
  if (!shared) throw new Error('The cart needs a <CartProvider> above it')
  return shared
}

/** The cart of this visitor. Needs settings above it. */
export function useCart(): Cart {
  const { mutations, served, actions } = useShared()
  const { factor } = useSettings().pricing
  const { status: authStatus, error: authError, retry } = useAuth()
  const owner = useOwner({ mutations, served })
  // When the session could not be checked the owner is unknown, so the cart must not be shown as empty.
  const isUnknown = !owner && authError !== null
  const pending = useExternalValue(mutations.subscribe, mutations.pending, () => nothing)
  const endedOwner = useEndedOwner(owner)
  const shown = owner ?? endedOwner
  const { data: cached, isError } = useAppQuery(shown && cartQuery(shown), {
    staleMs: freshForMs,
    cachedOnly: endedOwner !== null,
  })
  return useMemo(() => {
    const view = pending.reduce(applyOptimistic, { lines: cached ?? [], pendingQuantity: 0 })
    const lines = view.lines.map((line) => priced(line, factor))
    const loaded = owner ? cached !== undefined : authStatus !== 'loading'
    return {
      lines,
      count: lines.reduce((sum, { quantity }) => sum + quantity, view.pendingQuantity),
      subtotalPence: lines.reduce((sum, line) => sum + line.linePence, 0),
      status: isUnknown ? 'error' : loaded ? 'ready' : isError ? 'error' : 'loading',
      busy: pending.length > 0,
      ...actions,
      ...(isUnknown && { refetch: retry }),
    }
  }, [cached, pending, factor, owner, authStatus, isError, isUnknown, retry, actions])
}

/** The cart’s mutations, for components that do not show it: they do not re-render when it changes. */
export const useCartActions = (): CartActions => useShared().actions
