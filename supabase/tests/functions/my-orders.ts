import { rejected, type FunctionDeclaration } from '../declaration/function'

const unused = '00000000-0000-4000-8000-000000000000'

/** The functions of what buyers do with their orders, by name. */
export const myOrdersFunctions = {
  order_receipt: {
    for: 'everyone',
    calls: [
      {
        call: "select public.order_receipt('AM20250105-0001')",
        anon: 'ok',
        user: 'ok',
        staff: 'ok',
        service: 'ok',
      },
    ],
    by: ['guest', 'stranger'],
    args: {
      p_number: { good: '"AM20250105-0001"', bad: 'nothing' },
      p_token: { good: '"x"', bad: 'nothing' },
    },
    growth: (facts) => [
      {
        name: 'a receipt by the number of the order',
        asker: facts.buyer,
        values: [facts.order.number],
        text: 'select order_receipt(p_number => $1)',
      },
      {
        name: 'a receipt by the link of an email',
        asker: facts.guest,
        values: ['no such link'],
        text: 'select order_receipt(p_token => $1)',
      },
    ],
  },
  count_my_orders: {
    for: 'signed in',
    hasNoTwin: true,
    calls: [
      { call: 'select public.count_my_orders()', anon: '42501', user: 'ok', staff: 'ok', service: 'ok' },
    ],
    by: ['guest', 'stranger'],
    args: {},
    growth: (facts) => [
      {
        name: 'how many orders a customer has',
        asker: facts.buyer,
        values: [],
        text: 'select count_my_orders()',
        // Counted up to 1,001.
        bound: 1100,
      },
    ],
  },
  order_choices: {
    for: 'signed in',
    calls: [
      {
        call: `select public.order_choices('${unused}')`,
        anon: '42501',
        user: 'ok',
        staff: 'ok',
        service: 'ok',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_order: { good: '"@victimOrder@"', bad: 'nothing' } },
    growth: (facts) => [
      {
        name: 'what a buyer can do with an order',
        asker: facts.buyer,
        values: [facts.buyersOrders.id],
        text: 'select order_choices(p_order => $1)',
      },
    ],
  },
  cancel_my_order: {
    for: 'signed in',
    calls: [
      {
        call: `select public.cancel_my_order('${unused}')`,
        anon: '42501',
        user: 'PT404',
        staff: 'PT404',
        service: 'PT404',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_order: rejected('"@victimOrder@"') },
  },
  reorder: {
    for: 'signed in',
    calls: [
      {
        call: `select public.reorder('${unused}')`,
        anon: '42501',
        user: 'PT404',
        staff: 'PT404',
        service: 'PT404',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_order: rejected('"@victimOrder@"') },
  },
} satisfies Record<string, FunctionDeclaration>
