import { nobody, ownAndStaff } from '../declaration/expected-access'
import { byOrder } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const orderEvents: TableDeclaration = {
  policies: { forSignedIn: ['Those who see the order see its events'] },
  // Not `data`, which names the member of staff who did it.
  columns: { signedIn: { select: 'id order_id type description created_at' } },
  reach: { select: ownAndStaff, insert: nobody, update: nobody, delete: nobody },
  needs: { read: 'orders' },
  rows: {
    ...byOrder,
    change: "description = 'X'",
    insert: { own: (me) => `insert into order_events (order_id, type) values ('${me.orderId}', 'x')` },
  },
  attack: {
    key: 'order_id',
    row: '@victimOrder@',
    forged: '{"order_id":"@victimOrder@","type":"refunded","description":"<img src=x onerror=alert(1)>"}',
    change: '{"description":"x"}',
  },
  growth: (facts) => [
    {
      name: 'office: events of an order',
      asker: facts.staff,
      values: [facts.order.id],
      text: 'select id, type, description, created_at from order_events where order_id = $1 order by id',
    },
  ],
}
