import { rejected, serviceOnly, staffOnly, type FunctionDeclaration } from '../declaration/function'

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
      p_id: rejected('"@unused@"'),
      p_order: rejected('"@victimOrder@"'),
      p_lines: rejected('[{"line":0,"quantity":1}]'),
      p_delivery: rejected('0'),
      p_amount: rejected('1'),
      p_reason: rejected('"x"'),
      p_restock: rejected('true'),
    },
  },
  quote_refund: {
    for: 'staff',
    calls: [{ call: `select public.quote_refund('${unused}')`, ...noOrder, needs: 'refunds' }],
    by: ['stranger', 'guest'],
    args: {
      p_order: rejected('"@victimOrder@"'),
      p_lines: rejected('[{"line":0,"quantity":1}]'),
      p_delivery: rejected('0'),
      p_amount: rejected('1'),
    },
  },
  refunds_of: {
    for: 'staff',
    calls: [{ call: `select public.refunds_of('${unused}')`, ...noOrder, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_order: rejected('"@victimOrder@"') },
  },
  retry_refund: {
    for: 'staff',
    calls: [
      { call: `select public.retry_refund('${unused}')`, ...staffOnly, staff: 'PT409', needs: 'refunds' },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@unused@"') },
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
    args: { p_id: rejected('"@unused@"'), p_note: rejected('"x"') },
  },
  give_up_refund: {
    for: 'staff',
    calls: [
      { call: `select public.give_up_refund('${unused}')`, ...staffOnly, staff: 'PT409', needs: 'refunds' },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@unused@"'), p_note: rejected('"x"') },
  },
  cancel_order: {
    for: 'staff',
    calls: [
      { call: `select public.cancel_order('${unused}', 'No stock', false)`, ...noOrder, needs: 'orders' },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_order: rejected('"@victimOrder@"'),
      p_reason: rejected('"x"'),
      p_refund: rejected('true'),
    },
  },
  order_edits: {
    for: 'staff',
    calls: [{ call: `select public.order_edits('${unused}')`, ...noOrder, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_order: rejected('"@victimOrder@"') },
    growth: (facts) => [
      {
        name: 'office: edits of an order',
        asker: facts.staff,
        values: [facts.order.id],
        text: 'select order_edits($1) as edits',
      },
    ],
  },
  preview_order_edit: {
    for: 'staff',
    calls: [{ call: `select public.preview_order_edit('${unused}', '[]')`, ...noOrder, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: {
      p_order: rejected('"@victimOrder@"'),
      p_lines: rejected('[{"line":0,"quantity":1}]'),
      p_address: rejected('{"address_line_1":"1 High Street","city":"London","postal_code":"SW1A 1AA"}'),
    },
  },
  edit_order: {
    for: 'staff',
    calls: [
      {
        call: `select public.edit_order(gen_random_uuid(), '${unused}', 'x', '[]', 0, 'Wish')`,
        ...noOrder,
        needs: 'orders',
      },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_id: rejected('"@unused@"'),
      p_order: rejected('"@victimOrder@"'),
      p_version: rejected('"2026-01-01"'),
      p_lines: rejected('[{"line":0,"quantity":1}]'),
      p_difference: rejected('-1'),
      p_reason: rejected('"x"'),
      p_address: rejected('{"address_line_1":"1 High Street","city":"London","postal_code":"SW1A 1AA"}'),
      p_take_payment: rejected('true'),
    },
  },
  settle_order_edit: {
    for: 'staff',
    calls: [{ call: `select public.settle_order_edit('${unused}', false)`, ...noOrder, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@unused@"'), p_take_payment: rejected('true') },
  },
  linked_order_edit: {
    for: 'everyone',
    calls: [
      { call: "select public.linked_order_edit('x')", anon: 'ok', user: 'ok', staff: 'ok', service: 'ok' },
    ],
    by: ['guest', 'stranger'],
    args: { p_session_id: { good: '"x"', bad: 'harmless' } },
    growth: (facts) => [
      {
        name: 'the edit of a link',
        asker: facts.guest,
        values: [facts.checkouts.guest],
        text: 'select linked_order_edit($1) as edit',
      },
    ],
  },
  claim_refunds: {
    for: 'service',
    hasNoTwin: true,
    calls: [{ call: 'select public.claim_refunds()', ...serviceOnly }],
    by: ['guest', 'buyer'],
    args: { p_limit: rejected('10') },
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
      p_id: rejected('"@unused@"'),
      p_reference: rejected('"x"'),
      p_error: rejected('"x"'),
      p_final: rejected('false'),
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
      p_session_id: rejected('"@victimCheckout@"'),
      p_reference: rejected('"pi_1"'),
      p_amount_pence: rejected('100'),
      p_currency: rejected('"GBP"'),
      p_reason: rejected('"no_order"'),
    },
  },
  bounce_refund: {
    for: 'service',
    calls: [{ call: `select public.bounce_refund('${unused}', 're_1', 'x')`, ...serviceOnly }],
    by: ['guest', 'buyer'],
    args: { p_id: rejected('"@unused@"'), p_reference: rejected('"x"'), p_error: rejected('"x"') },
  },
} satisfies Record<string, FunctionDeclaration>
