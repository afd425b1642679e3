import type { Pence } from '@shop/pricing'
import type { Settings } from '@shop/settings'
import { noPaymentMessage } from '../order/no-payment'
import { PaymentDeclined, PaymentRejected } from '../rejection/payment-rejected'
import type { PaymentProvider } from './payment-contract'
import { stripePayment } from './stripe-payment'

const simulatedMs = 2000
const simulatedNote = 'Demo shop: no card is needed and nothing is charged.'
const simulate = () => new Promise((done) => setTimeout(done, simulatedMs))

/** The specified simulation: succeeds after two seconds, without a card and without moving money. */
export const simulatedPayment: PaymentProvider = {
  reservesFirst: true,
  note: simulatedNote,
  pay: async () => {
    await simulate()
    return 'paid'
  },
}

/** Simulates a declined card. */
const declinedPayment: PaymentProvider = {
  reservesFirst: true,
  note: simulatedNote,
  pay: async () => {
    await simulate()
    throw new PaymentDeclined('Declined: a test of the shop')
  },
}

/** Used when a gift card or promotion covers everything. */
const nothingToPay: PaymentProvider = {
  reservesFirst: false,
  note: 'There is nothing left to pay. Just place your order.',
  pay: () => Promise.resolve('paid'),
}

/** No provider is configured: nothing is sold, not even orders that codes cover completely. */
const noPayment: PaymentProvider = {
  reservesFirst: false,
  note: noPaymentMessage,
  pay: () => Promise.reject(new PaymentRejected('Payment Unavailable', noPaymentMessage)),
}

/** The provider to pay with. @param name the setting `payment.provider` @param decline whether the simulation declines */
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
