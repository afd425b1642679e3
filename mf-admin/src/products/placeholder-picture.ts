/** Shown for a product without a picture, from the bucket that the specification names; a missing file shows the shop's own. */
export const placeholderPicture = '/storage/v1/object/public/placeholders/product.webp'
