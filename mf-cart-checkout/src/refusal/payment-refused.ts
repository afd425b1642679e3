/** The provider will not take this payment, for a reason the visitor can do something about. */
export class PaymentRefused extends Error {
  constructor(
    readonly title: string,
    description: string,
  ) {
    super(description)
  }
}
