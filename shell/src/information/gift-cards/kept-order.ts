import type { GiftCardOrder } from './gift-card-order'

// The order itself goes with the page: it names somebody else. Its mark goes at sign-out, with all that the tab keeps.
const mark = 'aurelle_gift_card_order'
let kept: GiftCardOrder | null = null

/** What was asked for last, for who comes back from the payment to change it. */
export function keptOrder(): GiftCardOrder | null {
  try {
    return kept && sessionStorage.getItem(mark) ? kept : null
  } catch {
    return null
  }
}

/** Keeps an order, or forgets the one that is kept. A browser that refuses storage simply forgets it. */
export function keepOrder(order: GiftCardOrder | null): void {
  kept = order
  try {
    if (order) sessionStorage.setItem(mark, 'kept')
    else sessionStorage.removeItem(mark)
  } catch {
    // nothing to do: the form works without
  }
}
