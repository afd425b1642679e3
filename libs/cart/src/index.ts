export { isSameUnit, lineName, type CartLine } from './cart-line'
export { addedToast, cartFailure, cartMessages, quantityLimit, type CartMessage } from './cart-messages'
export { cachedCart, prefetchCart } from './no-script-cart'
export { CartProvider, useCart, useCartActions, type Cart } from './cart-provider'
