/** The message for a declined payment, and for one that failed for a reason the shopper cannot put right. */
export const paymentDeclined = {
  title: 'Payment Failed',
  description: 'There was an error processing your payment. Please try again.',
}
