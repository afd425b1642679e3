/** Takes the money for a checkout session. */
export interface PaymentProvider {
  /**
   * Whether the browser reserves stock, price and codes before paying. Otherwise the web server does so when it creates
   * the provider's page, or nothing is due.
   */
  reservesFirst: boolean
  /** The sentence beside the button. */
  note: string
  /**
   * 'paid' when the payment went through and the order can be made; 'elsewhere' when the visitor is on the way to the
   * provider's own page, which notifies the server by webhook.
   * @throws PaymentRejected when it cannot be taken as it is; another Error when it was declined or aborted
   */
  pay(sessionId: string): Promise<'paid' | 'elsewhere'>
}
