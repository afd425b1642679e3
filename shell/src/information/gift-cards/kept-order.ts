import { atom, useAtom } from 'jotai'
import type { GiftCardOrder } from './gift-card-order'

// The order itself lives as long as the page: it names somebody else. The mark in the tab's storage is removed at sign-out.
const mark = 'aurelle_gift_card_order'
const lastOrder = atom<GiftCardOrder | null>(null)

function isMarked(): boolean {
  try {
    return sessionStorage.getItem(mark) !== null
  } catch {
    return false
  }
}

/**
 * The gift card ordered last, for a visitor who comes back from the payment to change it, and a function that keeps the
 * next one. A browser that refuses storage forgets it.
 */
export function useKeptOrder(): [GiftCardOrder | null, (order: GiftCardOrder) => void] {
  const [order, setOrder] = useAtom(lastOrder)
  const keep = (next: GiftCardOrder) => {
    setOrder(next)
    try {
      sessionStorage.setItem(mark, 'kept')
    } catch {
      // The form works without it.
    }
  }
  return [order && isMarked() ? order : null, keep]
}
