import { nobody, ownAndStaff } from '../declaration/expected-access'
import { byOrder } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const returns: TableDeclaration = {
  policies: { forSignedIn: ['Those who see the order see its returns'] },
  reach: { select: ownAndStaff, insert: nobody, update: nobody, delete: nobody },
  needs: { read: 'orders' },
  rows: {
    ...byOrder,
    change: "note = 'x'",
    insert: { own: (me) => `insert into returns (order_id) values ('${me.orderId}')` },
  },
  fixtures: { afterOrders: 'insert into returns (order_id) select id from orders' },
  askedBy: ['return_lines'],
  attack: {
    key: 'order_id',
    row: '@victimOrder@',
    forged: '{"order_id":"@victimOrder@","state":"received"}',
    change: '{"state":"received"}',
  },
  invariants: {
    'a return that is refunded by another order\u2019s refund': `
    select sent.id from returns as sent join refunds as refund on refund.id = sent.refund_id where refund.order_id <> sent.order_id`,
  },
  growth: (facts) => [
    {
      name: 'returns of an order',
      asker: facts.buyer,
      values: [facts.order.id],
      text: 'select id, state, note, created_at from returns where order_id = $1 order by created_at, id',
    },
  ],
}
