/** What a visitor is told where the shop names nobody who takes the money. */
export const noPaymentMessage =
  'We cannot take payments at the moment. Nothing has been charged, and your cart is safe.'
