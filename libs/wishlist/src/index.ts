export { mostWishes } from './guest-wishlist'
export { useWishlist, WishlistProvider, type Wishlist } from './wishlist-provider'
