/** The id of the form that adds the product, for buttons outside of it. */
export const buyFormId = 'buy'
