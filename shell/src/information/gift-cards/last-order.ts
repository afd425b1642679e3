import { atom, storedItem, useAtomValue, useSetAtom } from '@shop/state'
import * as v from 'valibot'
import type { GiftCardOrder } from './gift-card-order'

// The order is kept in memory only, since it contains the recipient's email. Sign-out clears the tab's storage and its mark.
const sessionMark = storedItem('aurelle_gift_card_order', v.nullable(v.literal('kept')), {
  storage: 'session',
  format: 'text',
  fallback: null,
})
const lastOrder = atom<GiftCardOrder | null>(null)
const storeOrder = atom(null, (_get, set, order: GiftCardOrder) => {
  set(lastOrder, order)
  sessionMark.write('kept')
})

/**
 * The last gift card order, for a visitor who returns from the payment to change it, and a function that stores the next
 * one. Without session storage it is null.
 */
export function useLastOrder(): [GiftCardOrder | null, (order: GiftCardOrder) => void] {
  const order = useAtomValue(lastOrder)
  return [order && sessionMark.read() ? order : null, useSetAtom(storeOrder)]
}
