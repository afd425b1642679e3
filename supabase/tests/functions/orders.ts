import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

const unused = '00000000-0000-4000-8000-000000000000'

/** The functions of orders, by name. */
export const ordersFunctions = {
  order_change_effects: {
    for: 'staff',
    calls: [
      {
        call: `select public.order_change_effects('${unused}')`,
        ...staffOnly,
        staff: 'PT404',
        needs: 'orders',
      },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_order: rejected('"@victimOrder@"'),
      p_status: rejected('"cancelled"'),
      p_payment_status: rejected('"refunded"'),
    },
  },
  undo_order_change: {
    for: 'staff',
    calls: [
      {
        call: `select public.undo_order_change('${unused}', 'shipped', 'succeeded')`,
        ...staffOnly,
        staff: 'PT404',
        needs: 'orders',
      },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_order: rejected('"@victimOrder@"'),
      p_status: rejected('"cancelled"'),
      p_payment_status: rejected('"refunded"'),
    },
  },
  track_order: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_order_number: { good: '"AM20250105-0001"', bad: 'nothing' },
      p_contact: { good: '"x"', bad: 'nothing' },
    },
    growth: (facts) => [
      {
        name: 'tracking an order by email',
        asker: facts.guest,
        values: [facts.order.number, facts.order.email],
        text: 'select * from track_order(p_order_number => $1, p_contact => $2)',
      },
      {
        name: 'tracking an order by postcode',
        asker: facts.guest,
        values: [facts.order.number, facts.order.postcode],
        text: 'select * from track_order(p_order_number => $1, p_contact => $2)',
      },
    ],
  },
  search_orders: {
    for: 'staff',
    calls: [
      { call: 'select public.search_orders()', ...staffOnly, needs: 'orders' },
      { call: 'select private.search_orders(null, null, null, null, 10)', ...staffOnly, needs: 'orders' },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_query: rejected('"A"'),
      p_payment_status: rejected('"paid"'),
      p_before: rejected('"2026-01-01"'),
      p_before_id: rejected('"@unused@"'),
      p_limit: rejected('10'),
    },
  },
  search_customers: {
    for: 'staff',
    calls: [{ call: 'select public.search_customers()', ...staffOnly, needs: 'customers' }],
    by: ['stranger', 'guest'],
    args: {
      p_query: rejected('"A"'),
      p_before: rejected('"2026-01-01"'),
      p_before_id: rejected('"@unused@"'),
      p_limit: rejected('10'),
    },
  },
  dashboard_stats: {
    for: 'staff',
    calls: [
      { call: 'select public.dashboard_stats()', ...staffOnly },
      { call: 'select private.dashboard_stats()', ...staffOnly },
    ],
    by: ['guest', 'stranger'],
    args: {},
    growth: (facts) => [
      { name: 'office: dashboard', asker: facts.staff, values: [], text: 'select * from dashboard_stats()' },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
