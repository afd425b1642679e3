export { mostWishes } from './kept-wishes'
export { useWishlist, WishlistProvider, type Wishlist } from './wishlist-provider'
