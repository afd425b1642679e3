import { readByStaff } from '../declaration/expected-access'
import { byCheckout } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const paymentAttempts: TableDeclaration = {
  policies: { forSignedIn: ['Staff see payment attempts'] },
  reach: readByStaff,
  needs: { read: 'orders' },
  rows: {
    ...byCheckout,
    change: "failure = 'x'",
    insert: {
      own: (me) =>
        `insert into payment_attempts (checkout_session_id, provider, amount) values ('${me.checkoutId}', 'x', 1)`,
    },
  },
  attack: {
    row: '@payment@',
    forged: '{"checkout_session_id":"@guestCheckout@","provider":"x","amount":0,"status":"succeeded"}',
    change: '{"status":"succeeded","amount":0}',
    facts: {
      payment: ({ guestCheckout }) =>
        `select id from payment_attempts where checkout_session_id = '${guestCheckout}'`,
    },
    ownRows: { restore: 'delete from public.payment_attempts where checkout_session_id = any ($checkouts)' },
    others: 't.checkout_session_id = any ($kept)',
  },
  invariants: {
    'a hold or an open payment of a checkout that has ended': `
    select session.id from checkout_sessions as session where status <> 'pending' and (
      exists (select from private.stock_holds where checkout_session_id = session.session_id)
      or exists (select from payment_attempts where checkout_session_id = session.session_id and status = 'pending'))`,
    'a payment that is not what the gift card left': `
    select attempt.id from payment_attempts as attempt join orders on orders.checkout_session_id = attempt.checkout_session_id
    where attempt.status = 'succeeded' and attempt.amount <> orders.total - orders.gift_card_amount - (select card from private.edits_of(orders.id))`,
  },
}
