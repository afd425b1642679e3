/** Whether a page belongs to a cart or a checkout, which pin their release set. */
export const pinsSet = (pathname: string): boolean => /^\/(?:cart|checkout)(?:\/|$)/.test(pathname)

/** Where a browser asks to pin a set, by its id, until the cart is empty (PUT), and to let it go (DELETE). */
export const pinnedSetPath = '/pinned-set'

/** Where a browser reports a set, by its id, that does not run although its files arrive (PUT). */
export const brokenSetPath = '/broken-set'
