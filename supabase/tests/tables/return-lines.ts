import { nobody, ownAndStaff } from '../declaration/expected-access'
import { buyers, person } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const returnLines: TableDeclaration = {
  policies: { forSignedIn: ['Those who see the return see its lines'] },
  reach: { select: ownAndStaff, insert: nobody, update: nobody, delete: nobody },
  needs: { read: 'orders' },
  rows: {
    key: 'return_id',
    label: person(
      'p.checkout = (select o.checkout_session_id from orders as o join returns as r on r.order_id = o.id where r.id = t.return_id)',
    ),
    labels: buyers,
    change: "comment = 'x'",
    insert: {
      own: (me) =>
        `insert into return_lines (return_id, line, quantity, reason, sealed) select id, 9, 1, 'damaged', true from returns where order_id = '${me.orderId}' limit 1`,
    },
  },
  fixtures: {
    afterOrders:
      "insert into return_lines (return_id, line, quantity, reason, sealed) select id, 0, 1, 'changed_mind', true from returns",
  },
  attack: {
    key: 'line',
    row: '0',
    forged: '{"return_id":"@unused@","line":0,"quantity":1,"reason":"damaged","sealed":true}',
    change: '{"decision":"approved"}',
  },
  invariants: {
    'more pieces under way or back than were bought': `
    select sent.order_id from return_lines as part join returns as sent on sent.id = part.return_id
    join orders on orders.id = sent.order_id
    where sent.state <> 'rejected' and part.decision is distinct from 'rejected'
    group by sent.order_id, orders.items, part.line
    having sum(coalesce(part.received, part.quantity)) > (orders.items -> part.line ->> 'quantity')::integer`,
    'a line that arrived and is not what the state of its return says': `
    select part.return_id from return_lines as part join returns as sent on sent.id = part.return_id
    where (part.decision is null) <> (sent.state = 'requested')
      or (part.received is not null) <> (sent.state in ('received', 'refunded') and part.decision = 'approved')`,
  },
}
