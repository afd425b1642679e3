import type { Pence } from '@shop/pricing'
import type { Settings } from '@shop/settings'
import { noPaymentMessage } from '../order/no-payment'
import { PaymentRefused } from '../refusal/payment-refused'
import type { PaymentProvider } from './payment-contract'
import { stripePayment } from './stripe-payment'

const simulatedMs = 2000
const simulatedNote =
  'This shop simulates the payment: no card is asked for and no money moves. It takes two seconds.'
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
const declinedPayment: PaymentProvider = {
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
  note: noPaymentMessage,
  pay: () => Promise.reject(new PaymentRefused('Payment Unavailable', noPaymentMessage)),
}

/** Who takes the money. @param name the setting `payment.provider` @param decline the simulation is to decline */
export function providerOf(
  name: Settings['payment']['provider'],
  decline: boolean,
  duePence: Pence,
): PaymentProvider {
  if (name !== 'simulated' && name !== 'stripe') return noPayment
  if (duePence === 0) return nothingToPay
  if (name === 'stripe') return stripePayment
  return decline ? declinedPayment : simulatedPayment
}
