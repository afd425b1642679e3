import { readByStaff } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const refundLines: TableDeclaration = {
  policies: { forSignedIn: ['Staff see the lines of refunds'] },
  reach: readByStaff,
  needs: { read: 'orders' },
  rows: {
    ...plain,
    key: 'refund_id',
    change: 'amount = 0',
    insert: {
      row: () =>
        'insert into refund_lines (refund_id, line, quantity, amount, restock, restocked) select id, 999, 1, 0, false, 0 from refunds limit 1',
    },
  },
  fixtures: {
    afterOrders:
      'insert into refund_lines (refund_id, line, quantity, amount, restock, restocked) select id, 0, 1, 0, false, 0 from refunds',
  },
  attack: {
    key: 'line',
    row: '0',
    forged: '{"refund_id":"@unused@","line":0,"quantity":1,"amount":0,"restock":true,"restocked":1}',
    change: '{"restocked":1}',
  },
  invariants: {
    'more pieces refunded or returned than were bought': `
    select orders.id from orders
    cross join lateral jsonb_array_elements(orders.items) with ordinality as listed (entry, place)
    left join lateral (
      select coalesce(sum(part.quantity), 0) as quantity, coalesce(sum(part.restocked), 0) as restocked
      from refund_lines as part join refunds as refund on refund.id = part.refund_id
      where refund.order_id = orders.id and part.line = place - 1) as refunded on true
    left join private.returned_items as returned on returned.order_id = orders.id and returned.line = place - 1
    where refunded.quantity + coalesce(returned.quantity, 0) > (entry ->> 'quantity')::integer or refunded.restocked > refunded.quantity`,
    'pieces that a status returned, though it does not': `
    select orders.id from orders join private.returned_items as returned on returned.order_id = orders.id
    where not private.status_returns(orders)`,
  },
}
