/** Whether a page belongs to a cart or a checkout, which pin their release set. */
export const pinsSet = (pathname: string): boolean => /^\/(?:cart|checkout)(?:\/|$)/.test(pathname)

/** Whether a document that opens with this page pins its set. A confirmation begins no checkout. */
export const pinsSetOnOpening = (pathname: string): boolean =>
  pinsSet(pathname) && !/^\/checkout\/success/.test(pathname)

/** Whether a page takes a payment, also one without a cart, for a gift card. */
export const takesPayment = (pathname: string): boolean => /^\/checkout\/payment/.test(pathname)

/** Where a browser asks to pin a set, by its id, until the cart is empty (PUT), and to let it go (DELETE). */
export const pinnedSetPath = '/pinned-set'

/** Where a browser reports a set, by its id, that does not run although its files arrive (PUT). */
export const brokenSetPath = '/broken-set'
