import type { Data } from '@shop/supabase'
import type { StoredLine } from './cart-line'
import { afterChange, sendChange, type CartChange } from './change-cart'
import { cartQuery, type CartOwner } from './list-cart'

/**
 * The wishes not yet seen in the database's answer. They are sent one after another and shown at once as a projection
 * on the last answer; a refused one just leaves the list, which takes it back on screen. The answer is read anew when
 * the list has been worked off, so that quick clicks settle at the truth.
 */
export interface CartQueue {
  pending(): readonly CartChange[]
  subscribe(changed: () => void): () => void
  /** Resolves when the database has made the change. @throws what it refused with */
  run(change: CartChange, owner: CartOwner | null): Promise<void>
  /** Tells the other tabs that the cart was changed by something else than this queue. */
  announce(): void
  /** Keeps step with the other tabs until the returned function is called. */
  follow(): () => void
}

const laterTask = () => new Promise((resolve) => { setTimeout(resolve) })

const channelName = 'aurelle_cart'

/** @param data backend and cache of this tab */
export function createCartQueue({ backend, queryClient }: Data): CartQueue {
  let pending: readonly CartChange[] = []
  let sent: readonly CartChange[] = []
  let tail: Promise<void> = Promise.resolve()
  let turn = 0
  let channel: BroadcastChannel | undefined
  const ids = new Map<string, string>()
  const listeners = new Set<() => void>()
  const tell = () => { listeners.forEach((changed) => { changed() }) }

  const settle = async (owner: CartOwner | null) => {
    if (pending.length !== sent.length) return
    if (owner) {
      const mine = turn
      const { key, read } = cartQuery(owner)
      const lines = await read(backend, new AbortController().signal).catch((error: unknown) => { console.error(error) })
      if (turn !== mine) return // older than a change made meanwhile, which reads again
      queryClient.setQueryData<StoredLine[]>(key, (known) =>
        lines ?? (known && sent.reduce(afterChange, { lines: known, arriving: 0 }).lines),
      )
    } else void queryClient.invalidateQueries({ queryKey: ['cart'] })
    if (sent.length > 0) channel?.postMessage('changed')
    pending = sent = []
    tell()
  }

  const send = async (change: CartChange) => {
    await laterTask() // what the change looks like is drawn before work on sending it begins
    await queryClient.cancelQueries({ queryKey: ['cart'] }) // an answer on its way is older than this change
    try {
      await sendChange(backend, change, ids)
      sent = [...sent, change]
    } catch (error) {
      pending = pending.filter((waiting) => waiting !== change)
      tell()
      throw error
    }
  }

  const catchUp = () => {
    tell()
    if (pending.length === 0) void queryClient.invalidateQueries({ queryKey: ['cart'] })
  }

  return {
    pending: () => pending,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    run(change, owner) {
      turn += 1
      pending = [...pending, change]
      tell()
      const done = tail.then(() => send(change))
      tail = done.catch(() => undefined)
      void tail.then(() => settle(owner))
      return done
    },
    announce() {
      channel?.postMessage('changed')
    },
    follow() {
      addEventListener('storage', tell) // the guest id may have come or gone in another tab
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
