import { staffRows, staffAdds, ownAndStaff } from '../declaration/expected-access'
import { byOrder } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns = 'tracking_number carrier shipping_method status estimated_delivery'

const insert = (orderId: string): string =>
  `insert into shipments (order_id, carrier) values ('${orderId}', 'Post')`

export const shipments: TableDeclaration = {
  policies: {
    forSignedIn: [
      'Staff add shipments',
      'Staff change shipments',
      'Staff remove shipments',
      'Those who see the order see its shipments',
    ],
  },
  columns: { signedIn: { insert: `order_id ${columns}`, update: columns } },
  reach: { select: ownAndStaff, insert: staffAdds, update: staffRows, delete: staffRows },
  needs: { read: 'orders', write: 'orders' },
  rows: {
    ...byOrder,
    change: "carrier = 'X'",
    insert: { own: (me) => insert(me.orderId), foreign: (_me, them) => insert(them.orderId) },
  },
  fixtures: { afterOrders: "insert into shipments (order_id, carrier) select id, 'Post' from orders" },
  askedBy: ['order_events', 'shipments', 'tracking_events'],
  attack: {
    row: '@victimShipment@',
    forged: '{"order_id":"@buyerOrder@","status":"delivered","tracking_number":"x"}',
    change: '{"status":"delivered"}',
    seed: ({ victimOrder }) =>
      `insert into shipments (order_id, tracking_number, carrier, status) values ('${victimOrder}', 'TRACK-SECRET-1', 'Royal Mail', 'shipped')`,
    secrets: ['TRACK-SECRET-1'],
    facts: { victimShipment: () => 'select id from shipments limit 1' },
  },
  growth: (facts) => [
    {
      name: 'office: shipments of an order',
      asker: facts.staff,
      values: [facts.order.id],
      text: 'select * from shipments where order_id = $1 order by created_at, id',
    },
  ],
}
