import { atom, storedItem, useAtomValue, useSetAtom } from '@shop/state'
import * as v from 'valibot'
import type { GiftCardOrder } from './gift-card-order'

// The order itself lives as long as the page: it names somebody else. The mark in the tab's storage is removed at sign-out.
const mark = storedItem('aurelle_gift_card_order', v.string(), {
  storage: 'session',
  format: 'text',
  fallback: '',
})
const lastOrder = atom<GiftCardOrder | null>(null)
const keepOrder = atom(null, (_get, set, order: GiftCardOrder) => {
  set(lastOrder, order)
  mark.write('kept')
})

/**
 * The gift card ordered last, for a visitor who comes back from the payment to change it, and a function that keeps the
 * next one. A browser that refuses storage forgets it.
 */
export function useKeptOrder(): [GiftCardOrder | null, (order: GiftCardOrder) => void] {
  const order = useAtomValue(lastOrder)
  return [order && mark.read() ? order : null, useSetAtom(keepOrder)]
}
