import { refused, serviceOnly, staffOnly, type FunctionDeclaration } from '../declaration/function'

const unused = '00000000-0000-4000-8000-000000000000'
const noOrder = { ...staffOnly, staff: 'PT404' }

/** The functions of refunds, by name. */
export const refundsFunctions = {
  refund_order: {
    for: 'staff',
    calls: [
      { call: `select public.refund_order(gen_random_uuid(), '${unused}')`, ...noOrder, needs: 'refunds' },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_id: refused('"@unused@"'),
      p_order: refused('"@victimOrder@"'),
      p_lines: refused('[{"line":0,"quantity":1}]'),
      p_delivery: refused('0'),
      p_amount: refused('1'),
      p_reason: refused('"x"'),
      p_restock: refused('true'),
    },
  },
  quote_refund: {
    for: 'staff',
    calls: [{ call: `select public.quote_refund('${unused}')`, ...noOrder, needs: 'refunds' }],
    by: ['stranger', 'guest'],
    args: {
      p_order: refused('"@victimOrder@"'),
      p_lines: refused('[{"line":0,"quantity":1}]'),
      p_delivery: refused('0'),
      p_amount: refused('1'),
    },
  },
  refunds_of: {
    for: 'staff',
    calls: [{ call: `select public.refunds_of('${unused}')`, ...noOrder, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_order: refused('"@victimOrder@"') },
  },
  retry_refund: {
    for: 'staff',
    calls: [
      { call: `select public.retry_refund('${unused}')`, ...staffOnly, staff: 'PT409', needs: 'refunds' },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: refused('"@unused@"') },
  },
  pay_refund_otherwise: {
    for: 'staff',
    calls: [
      {
        call: `select public.pay_refund_otherwise('${unused}', 'Bank transfer')`,
        ...staffOnly,
        staff: 'PT409',
        needs: 'refunds',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: refused('"@unused@"'), p_note: refused('"x"') },
  },
  give_up_refund: {
    for: 'staff',
    calls: [
      { call: `select public.give_up_refund('${unused}')`, ...staffOnly, staff: 'PT409', needs: 'refunds' },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: refused('"@unused@"'), p_note: refused('"x"') },
  },
  cancel_order: {
    for: 'staff',
    calls: [
      { call: `select public.cancel_order('${unused}', 'No stock', false)`, ...noOrder, needs: 'orders' },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_order: refused('"@victimOrder@"'),
      p_reason: refused('"x"'),
      p_refund: refused('true'),
    },
  },
  claim_refunds: {
    for: 'service',
    hasNoTwin: true,
    calls: [{ call: 'select public.claim_refunds()', ...serviceOnly }],
    by: ['guest', 'buyer'],
    args: { p_limit: refused('10') },
    growth: () => [
      {
        name: 'refund worker: refunds to pay',
        asker: 'mailer',
        values: [],
        text: 'select * from claim_refunds(p_limit => 10)',
      },
    ],
  },
  settle_refund: {
    for: 'service',
    calls: [{ call: `select public.settle_refund('${unused}')`, ...serviceOnly }],
    by: ['guest', 'buyer'],
    args: {
      p_id: refused('"@unused@"'),
      p_reference: refused('"x"'),
      p_error: refused('"x"'),
      p_final: refused('false'),
    },
  },
  return_payment: {
    for: 'service',
    calls: [
      {
        call: `select public.return_payment('${unused}', 'pi_1', 100, 'GBP', 'no_order')`,
        ...serviceOnly,
        service: 'PT404',
      },
    ],
    by: ['guest', 'buyer'],
    args: {
      p_session_id: refused('"@victimCheckout@"'),
      p_reference: refused('"pi_1"'),
      p_amount_pence: refused('100'),
      p_currency: refused('"GBP"'),
      p_reason: refused('"no_order"'),
    },
  },
  bounce_refund: {
    for: 'service',
    calls: [{ call: `select public.bounce_refund('${unused}', 're_1', 'x')`, ...serviceOnly }],
    by: ['guest', 'buyer'],
    args: { p_id: refused('"@unused@"'), p_reference: refused('"x"'), p_error: refused('"x"') },
  },
} satisfies Record<string, FunctionDeclaration>
