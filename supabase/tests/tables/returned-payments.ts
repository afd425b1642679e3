import { readByStaff } from '../declaration/expected-access'
import { byCheckout } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const payment = (checkoutId: string): string =>
  `insert into returned_payments (reference, checkout_session_id, amount, currency, reason)
   values (gen_random_uuid()::text, ${checkoutId}, 1, 'GBP', 'no_order')`

export const returnedPayments: TableDeclaration = {
  policies: { forSignedIn: ['Staff see returned payments'] },
  reach: readByStaff,
  needs: { read: 'orders' },
  rows: {
    ...byCheckout,
    change: "note = 'x'",
    insert: { own: (me) => payment(`'${me.checkoutId}'`) },
  },
  fixtures: {
    afterOrders: `
    insert into returned_payments (reference, checkout_session_id, amount, currency, reason)
    select gen_random_uuid()::text, session_id, 1, 'GBP', 'no_order' from checkout_sessions`,
  },
  attack: {
    key: 'checkout_session_id',
    row: '@guestCheckout@',
    forged:
      '{"reference":"pi_forged","checkout_session_id":"@guestCheckout@","amount":1,"currency":"GBP","reason":"no_order"}',
    change: '{"state":"pending","amount":1000}',
  },
  invariants: {
    'a payment that went back and paid for an order': `
    select payment.id from returned_payments as payment
    join payment_attempts as attempt on attempt.reference = payment.reference and attempt.status = 'succeeded'`,
  },
}
