/** The stock page of a product. */
export const stockPath = (id: string) => `/admin/stock?product=${id}`

/** The companions of a product. */
export const companionsPath = (id: string) => `/admin/products/companions?product=${id}`
