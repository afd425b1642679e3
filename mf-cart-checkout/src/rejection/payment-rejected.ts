/** The provider rejected this payment for a reason that the visitor can resolve. */
export class PaymentRejected extends Error {
  constructor(
    readonly title: string,
    description: string,
  ) {
    super(description)
  }
}

/** The provider said no and has taken nothing. Its message is for the shop's records. */
export class PaymentDeclined extends Error {}
