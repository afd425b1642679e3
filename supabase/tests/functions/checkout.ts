import type { FunctionDeclaration } from '../declaration/function'
import { checkoutDetails } from './checkout-details'

/** Details that a browser sends. @param method the id of a shipping method */
const details = (method: string): string =>
  JSON.stringify({
    email: 'guest@example.test',
    first_name: 'Ada',
    last_name: 'Guest',
    shipping_method_id: method,
    shipping_address: { address_line_1: '1 High Street', city: 'London', postal_code: 'SW1A 1AA' },
  })

/** The functions of checkout, by name. */
export const checkoutFunctions = {
  start_checkout: {
    for: 'everyone',
    by: ['guest', 'buyer'],
    args: { p_details: { good: checkoutDetails, bad: 'rejected' } },
    growth: (facts) => [
      {
        name: 'starting a checkout',
        asker: facts.guest,
        values: [details(facts.method)],
        text: 'select * from start_checkout(p_details => $1)',
      },
    ],
  },
  reserve_checkout: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: { p_session_id: { good: '"@guestCheckout@"', bad: 'rejected' } },
    growth: (facts) => [
      {
        name: 'reserving a checkout',
        asker: facts.guest,
        values: [facts.checkouts.guest],
        text: 'select * from reserve_checkout(p_session_id => $1)',
      },
    ],
  },
  complete_checkout: {
    for: 'everyone',
    by: ['guest', 'buyer'],
    args: {
      p_session_id: { good: '"@unused@"', bad: 'rejected' },
      p_idempotency_key: { good: '"@unused@"', bad: 'rejected' },
      p_reference: { good: 'null', bad: 'rejected' },
      p_amount_pence: { good: 'null', bad: 'rejected' },
      p_currency: { good: 'null', bad: 'rejected' },
    },
    growth: (facts) => [
      {
        name: 'completing a checkout',
        asker: facts.guest,
        values: [facts.checkouts.guest, facts.key],
        text: 'select * from complete_checkout(p_session_id => $1, p_idempotency_key => $2)',
      },
      {
        name: 'completing a checkout, buyer of many orders',
        asker: facts.buyer,
        values: [facts.checkouts.buyer, facts.key],
        text: 'select * from complete_checkout(p_session_id => $1, p_idempotency_key => $2)',
      },
    ],
  },
  placed_order: {
    for: 'everyone',
    calls: [{ call: "select public.placed_order('x')", anon: 'ok', user: 'ok', staff: 'ok', service: 'ok' }],
    by: ['guest', 'stranger'],
    args: { p_session_id: { good: '"x"', bad: 'harmless' } },
    growth: (facts) => [
      {
        name: 'what an old confirmation says',
        asker: facts.guest,
        values: [facts.checkouts.guest],
        text: 'select placed_order($1) as placed',
      },
    ],
  },
  fail_checkout: {
    for: 'everyone',
    by: ['guest'],
    args: {
      p_session_id: { good: '"@guestCheckout@"', bad: 'rejected' },
      p_reason: { good: '"declined"', bad: 'harmless' },
    },
  },
} satisfies Record<string, FunctionDeclaration>
