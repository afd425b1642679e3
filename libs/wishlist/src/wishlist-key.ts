/** Key of a guest's wishlist in the browser's storage: a JSON list of product ids, the newest first. */
export const wishlistKey = 'aurelle_wishlist'
