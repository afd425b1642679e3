import { formatPence, type OfferedPromotion, type Pence } from '@shop/pricing'

/** The database's reasons for rejecting a promotion code. */
export interface CodeRejection {
  state: string
  minimumPence: Pence
}

const promotionStates: Record<string, string> = {
  unknown: 'That code isn’t valid. Check it and try again.',
  not_started: 'This code cannot be used yet.',
  ended: 'This code has ended.',
  exhausted: 'This code has been used up.',
  used: 'You have used this code as often as it allows.',
  no_effect: 'This code changes nothing here.',
  not_eligible: 'This code is for products that are not in your cart, or needs more of them.',
  automatic_better: 'Your cart already has a promotion that saves as much. The code is not needed.',
}

const giftCardStates: Record<string, string> = {
  unknown: 'We can’t find that gift card. Check the code and try again.',
  expired: 'This gift card has expired.',
  empty: 'This gift card has been used up.',
  in_use: 'This gift card is in use for another payment. Try again in a quarter of an hour.',
  not_needed: 'There is nothing left for a gift card to pay.',
  changed: 'The balance of your gift card has changed.',
}

/** The message for a rejected promotion code. */
export function promotionMessage({ state, minimumPence }: CodeRejection): string {
  return state === 'below_minimum'
    ? `This code needs a subtotal of ${formatPence(minimumPence)} or more.`
    : (promotionStates[state] ?? 'This code cannot be used.')
}

/** Why the total is without a code that was entered. @param used the promotion in the total */
export function unusedMessage(
  { minimumPence }: OfferedPromotion,
  subtotalPence: Pence,
  used: OfferedPromotion | null,
): string {
  if (subtotalPence < minimumPence) return promotionMessage({ state: 'below_minimum', minimumPence })
  return used
    ? `“${used.code}” saves as much without a code.`
    : promotionMessage({ state: 'no_effect', minimumPence })
}

/** The message for a rejected gift card. */
export const giftCardMessage = (state: string): string =>
  giftCardStates[state] ?? 'This gift card cannot be used.'
