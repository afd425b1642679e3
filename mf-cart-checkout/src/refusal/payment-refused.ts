/** The provider refused this payment for a reason that the visitor can resolve. */
export class PaymentRefused extends Error {
  constructor(
    readonly title: string,
    description: string,
  ) {
    super(description)
  }
}
