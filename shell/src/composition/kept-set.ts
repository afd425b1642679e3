/** Whether a page belongs to a cart or a checkout, which keep their release set. */
export const keepsSet = (pathname: string): boolean => /^\/(?:cart|checkout)(?:\/|$)/.test(pathname)

/** Where a browser asks to keep a set, by its id, until the cart is empty (PUT), and to let it go (DELETE). */
export const keptSetPath = '/kept-set'

/** Where a browser reports a set, by its id, that does not run although its files arrive (PUT). */
export const brokenSetPath = '/broken-set'
