import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

const unused = '00000000-0000-4000-8000-000000000000'
const noReturn = { ...staffOnly, staff: 'PT404' }

/** The functions of returns, by name. */
export const returnsFunctions = {
  request_return: {
    for: 'signed in',
    calls: [
      {
        call: `select public.request_return('${unused}', '${unused}', '[]')`,
        anon: '42501',
        user: 'PT404',
        staff: 'PT404',
        service: 'PT404',
      },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_id: rejected('"@unused@"'),
      p_order: rejected('"@victimOrder@"'),
      p_lines: rejected('[{"line":0,"quantity":1,"reason":"damaged","sealed":true}]'),
    },
  },
  returns_of: {
    for: 'staff',
    calls: [{ call: `select public.returns_of('${unused}')`, ...noReturn, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_order: rejected('"@victimOrder@"') },
    growth: (facts) => [
      {
        name: 'office: returns of an order',
        asker: facts.staff,
        values: [facts.order.id],
        text: 'select returns_of($1) as found',
      },
    ],
  },
  open_return: {
    for: 'staff',
    calls: [
      { call: `select public.open_return('${unused}', '${unused}', '[]')`, ...noReturn, needs: 'orders' },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_id: rejected('"@unused@"'),
      p_order: rejected('"@victimOrder@"'),
      p_lines: rejected('[{"line":0,"quantity":1,"reason":"damaged","sealed":true}]'),
      p_note: rejected('"x"'),
      p_expected: rejected('true'),
    },
  },
  quote_exchange: {
    for: 'staff',
    calls: [
      {
        call: `select public.quote_exchange('${unused}')`,
        ...staffOnly,
        staff: 'PT409',
        needs: 'refunds',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@unused@"'), p_lines: rejected('[]') },
  },
  exchange_return: {
    for: 'staff',
    calls: [
      {
        call: `select public.exchange_return('${unused}', '${unused}', '[{"product_id":"${unused}","quantity":1}]', 1)`,
        ...noReturn,
        needs: 'refunds',
      },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_id: rejected('"@unused@"'),
      p_refund: rejected('"@unused@"'),
      p_lines: rejected('[{"product_id":"@unused@","quantity":1}]'),
      p_expected_total: rejected('1'),
    },
  },
  withdraw_exchange: {
    for: 'staff',
    calls: [
      {
        call: `select public.withdraw_exchange('${unused}')`,
        ...staffOnly,
        staff: 'PT409',
        needs: 'refunds',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@unused@"') },
  },
  decide_return: {
    for: 'staff',
    calls: [
      {
        call: `select public.decide_return('${unused}', '[{"line":0,"approved":true}]')`,
        ...noReturn,
        needs: 'orders',
      },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_id: rejected('"@unused@"'),
      p_lines: rejected('[{"line":0,"approved":true}]'),
      p_note: rejected('"x"'),
    },
  },
  receive_return: {
    for: 'staff',
    calls: [
      {
        call: `select public.receive_return('${unused}', '[{"line":0,"received":0}]')`,
        ...noReturn,
        needs: 'orders',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@unused@"'), p_lines: rejected('[{"line":0,"received":0}]') },
  },
  refund_return: {
    for: 'staff',
    calls: [{ call: `select public.refund_return('${unused}', '${unused}')`, ...noReturn, needs: 'refunds' }],
    by: ['stranger', 'guest'],
    args: {
      p_id: rejected('"@unused@"'),
      p_refund: rejected('"@unused@"'),
      p_delivery: rejected('0'),
      p_amount: rejected('1'),
      p_reason: rejected('"x"'),
    },
  },
  office_returns: {
    for: 'staff',
    calls: [{ call: 'select public.office_returns()', ...staffOnly, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_state: rejected('"requested"'), p_page: rejected('1'), p_size: rejected('25') },
    growth: (facts) => [
      {
        name: 'office: returns that wait for a decision',
        asker: facts.staff,
        values: [],
        text: 'select office_returns() as page',
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
