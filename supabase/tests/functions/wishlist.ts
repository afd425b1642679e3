import type { FunctionDeclaration } from '../declaration/function'

/** The functions of wishlist, by name. */
export const wishlistFunctions = {
  wishlist_merge: {
    for: 'signed in',
    hasNoTwin: true,
    by: ['stranger', 'buyer'],
    args: { p_products: { good: '["@product@"]', bad: 'harmless' } },
  },
} satisfies Record<string, FunctionDeclaration>
