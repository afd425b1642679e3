/** The sentence for a shop without a payment provider. */
export const noPaymentMessage =
  'We cannot take payments at the moment. Nothing has been charged, and your cart is safe.'
