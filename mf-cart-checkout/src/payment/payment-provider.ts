/** Takes the money for a checkout session. */
export interface PaymentProvider {
  /** Resolves when the payment went through. @throws Error when it was declined or aborted */
  pay(sessionId: string): Promise<void>
}

const simulatedMs = 2000

/** The specified simulation: two seconds, and the payment went through. No card is asked for and no money moves. */
export const simulatedPayment: PaymentProvider = {
  pay: () => new Promise((paid) => setTimeout(paid, simulatedMs)),
}
