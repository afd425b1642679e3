export type { CartLine } from './cart-line'
export { cartFailure, cartMessages, quantityLimit, type CartMessage } from './cart-messages'
export { knownCart, readCart } from './plain-cart'
export { CartProvider, useCart, useCartActions, type Cart } from './cart-provider'
