import type { GiftCardOrder } from './gift-card-order'

let kept: GiftCardOrder | null = null

/** What was asked for last, for who comes back from the payment to change it. Goes with the page: it names somebody else. */
export const keptOrder = () => kept

/** Keeps an order, or forgets the one that is kept. */
export function keepOrder(order: GiftCardOrder | null): void {
  kept = order
}
