import { BackendError, createMutationScope, type DataContextValue } from '@shop/supabase'
import { isSameUnit, type StoredLine } from './cart-line'
import { cartQuery, type CartOwner } from './list-cart'
import { withLine, type CartChange } from './optimistic-cart'
import { sendChange } from './send-change'

/** A change and whose cart it is for; null while the visitor is not identified yet. */
export type OwnedChange = CartChange & { owner: CartOwner | null }

/** The cart mutations of one tab, synchronised with the other tabs. */
export interface CartMutations {
  /** Not yet answered by the database, oldest first. */
  pending(): readonly OwnedChange[]
  /** Also notifies when another tab has changed the guest id. */
  subscribe(listener: () => void): () => void
  /** Resolves when the database has made the change. @throws what rejected it */
  mutate(change: OwnedChange): Promise<unknown>
  /** Notifies the other tabs, and this one's subscribers, that something else changed the cart or the guest id. */
  announce(): void
  /** Subscribes to changes made in other tabs. @returns unsubscribe */
  follow(): () => void
}

const channelName = 'aurelle_cart'
const everyCart = { queryKey: ['cart'] }
const nextTask = () =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

/** 128 random bits; `crypto.randomUUID` is missing where the shop is opened without https. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** @param data backend and cache of this tab */
export function createCartMutations({ backend, queryClient }: DataContextValue): CartMutations {
  let channel: BroadcastChannel | undefined
  let mustRefetch = false
  // A restored line keeps its old id in the cache until the next refetch, although the database assigned a new one.
  const databaseIds = new Map<string, string>()
  // The keys of what was added without an answer: the database may have added it, so that a press that repeats it has the same.
  const unanswered = new Map<string, string>()
  const listeners = new Set<() => void>()

  const send = async (change: OwnedChange): Promise<StoredLine | null> => {
    if (change.kind !== 'add') return sendChange(backend, change, databaseIds)
    const request = [change.owner?.id, change.productId, change.variantId, change.quantity].join()
    const key = unanswered.get(request) ?? newKey()
    unanswered.set(request, key)
    try {
      const line = await sendChange(backend, { ...change, key })
      unanswered.delete(request)
      return line
    } catch (error) {
      if (!(error instanceof BackendError && error.retryable)) unanswered.delete(request)
      throw error
    }
  }

  /** Writes the response into the cache. @returns false when the cache cannot be updated and must be refetched */
  const update = (change: OwnedChange, response: StoredLine | null): boolean => {
    const key = change.owner && cartQuery(change.owner).key
    const cached = key && queryClient.getQueryData<StoredLine[]>(key)
    if (!cached) return false
    if (response) {
      const shown =
        cached.find((line) =>
          'lineId' in change ? line.id === change.lineId : isSameUnit(line, response),
        ) ?? (change.kind === 'add' ? change.line : undefined)
      const id = shown?.id ?? response.id
      databaseIds.set(id, response.id)
      queryClient.setQueryData(key, withLine(cached, { ...response, id }))
    } else if (change.kind === 'remove')
      queryClient.setQueryData(
        key,
        cached.filter(({ id }) => id !== change.lineId),
      )
    return true
  }

  const scope = createMutationScope<OwnedChange, StoredLine | null>(queryClient, {
    scope: 'cart',
    async mutationFn(change) {
      await nextTask() // the optimistic update is painted before any work on the request
      mustRefetch ||= queryClient.isFetching(everyCart) > 0
      await queryClient.cancelQueries(everyCart) // a response in flight would be older than this change
      const response = await send(change)
      // A session that ended meanwhile asked as nobody, which changed nothing.
      if (change.owner?.kind === 'customer' && !backend.hasSession())
        throw new Error('The session has ended.')
      return response
    },
    onSettled(change, response) {
      if (response === undefined || !update(change, response)) mustRefetch = true
      if (scope.pending().some((other) => other !== change)) return
      if (mustRefetch) void queryClient.invalidateQueries(everyCart)
      mustRefetch = false
      channel?.postMessage('changed')
    },
  })

  const refetchWhenIdle = () => {
    if (scope.pending().length === 0) void queryClient.invalidateQueries(everyCart)
  }

  return {
    pending: scope.pending,
    subscribe(listener) {
      const unsubscribe = scope.subscribe(listener)
      addEventListener('storage', listener)
      listeners.add(listener)
      return () => {
        unsubscribe()
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
    mutate: scope.mutate,
    announce() {
      channel?.postMessage('changed')
      for (const listener of listeners) listener()
    },
    follow() {
      if (typeof BroadcastChannel === 'undefined') return () => undefined
      channel = new BroadcastChannel(channelName)
      channel.addEventListener('message', refetchWhenIdle)
      return () => {
        channel?.close()
        channel = undefined
      }
    },
  }
}
