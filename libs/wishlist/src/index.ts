export { useWishlist, WishlistProvider } from './wishlist-provider'
