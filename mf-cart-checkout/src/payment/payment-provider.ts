import type { Pence } from '@shop/pricing'
import type { Settings } from '@shop/settings'
import { noPaymentWords } from './no-payment'
import { stripePayment } from './stripe-payment'

/** The provider will not take this payment, for a reason the visitor can do something about. */
export class PaymentRefused extends Error {
  constructor(readonly title: string, description: string) {
    super(description)
  }
}

/** Takes the money for a checkout session. */
export interface PaymentProvider {
  /**
   * Whether the browser asks for stock, price and codes to be held before it pays. Else the web server asks once the
   * provider's page is made, or nothing is paid that could be lost.
   */
  holdsFirst: boolean
  /** What the visitor is told beside the button. */
  note: string
  /**
   * 'paid' when the payment went through and the order can be made; 'elsewhere' when the visitor is on the way to the
   * provider's own page, whose word then comes to the server.
   * @throws PaymentRefused when it cannot be taken as it is; another Error when it was declined or aborted
   */
  pay(sessionId: string): Promise<'paid' | 'elsewhere'>
}

const simulatedMs = 2000
const simulatedNote = 'This shop simulates the payment: no card is asked for and no money moves. It takes two seconds.'
const simulate = () => new Promise((done) => setTimeout(done, simulatedMs))

/** The specified simulation: two seconds, and the payment went through. No card is asked for and no money moves. */
export const simulatedPayment: PaymentProvider = {
  holdsFirst: true,
  note: simulatedNote,
  pay: async () => {
    await simulate()
    return 'paid'
  },
}

/** The simulation of a card that is declined, to try out what the shop does then. */
export const declinedPayment: PaymentProvider = {
  holdsFirst: true,
  note: simulatedNote,
  pay: async () => {
    await simulate()
    throw new Error('Declined: a test of the shop')
  },
}

/** Of nothing to pay nobody is asked. */
const nothingToPay: PaymentProvider = {
  holdsFirst: false,
  note: 'There is nothing to pay. Press the button to place your order.',
  pay: () => Promise.resolve('paid'),
}

/** Nobody takes the money: nothing is sold, not even what a code pays for. */
const noPayment: PaymentProvider = {
  holdsFirst: false,
  note: noPaymentWords,
  pay: () => Promise.reject(new PaymentRefused('Payment Unavailable', noPaymentWords)),
}

/** Who takes the money. @param name the setting `payment.provider` @param decline the simulation is to decline */
export function providerOf(name: Settings['payment']['provider'], decline: boolean, duePence: Pence): PaymentProvider {
  if (name !== 'simulated' && name !== 'stripe') return noPayment
  if (duePence === 0) return nothingToPay
  if (name === 'stripe') return stripePayment
  return decline ? declinedPayment : simulatedPayment
}
