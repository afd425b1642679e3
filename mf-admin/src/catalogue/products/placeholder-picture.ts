/** Shown for a product without a picture (`docs/specification/back-office.md`, section 7); a missing file shows the shop's own. */
export const placeholderPicture = '/storage/v1/object/public/placeholders/product.webp'
