/** Takes the money for a checkout session. */
export interface PaymentProvider {
  /**
   * Whether the browser asks for stock, price and codes to be held before it pays. Else the web server asks once the
   * provider's page is made, or nothing is paid that could be lost.
   */
  holdsFirst: boolean
  /** The sentence beside the button. */
  note: string
  /**
   * 'paid' when the payment went through and the order can be made; 'elsewhere' when the visitor is on the way to the
   * provider's own page, whose word then comes to the server.
   * @throws PaymentRefused when it cannot be taken as it is; another Error when it was declined or aborted
   */
  pay(sessionId: string): Promise<'paid' | 'elsewhere'>
}
