import { staffRows, staffAdds, ownAndStaff } from '../declaration/expected-access'
import { person, buyers } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const insert = (shipmentId: string): string =>
  `insert into tracking_events (shipment_id, status, description) values ('${shipmentId}', 'shipped', 'Left us')`

export const trackingEvents: TableDeclaration = {
  policies: {
    forSignedIn: [
      'Staff add tracking',
      'Staff correct tracking',
      'Staff remove tracking',
      'Those who see the shipment see its tracking',
    ],
  },
  columns: {
    signedIn: {
      insert: 'shipment_id status description location occurred_at',
      update: 'status description location occurred_at',
    },
  },
  reach: { select: ownAndStaff, insert: staffAdds, update: staffRows, delete: staffRows },
  needs: { read: 'orders', write: 'orders' },
  rows: {
    key: 'id',
    labels: buyers,
    label: person(
      'p.checkout = (select o.checkout_session_id from orders as o join shipments as s on s.order_id = o.id where s.id = t.shipment_id)',
    ),
    change: "description = 'X'",
    insert: { own: (me) => insert(me.shipmentId), foreign: (_me, them) => insert(them.shipmentId) },
  },
  fixtures: {
    afterOrders:
      "insert into tracking_events (shipment_id, status, description) select id, 'processing', 'Packed' from shipments",
  },
  attack: {
    key: 'shipment_id',
    row: '@victimShipment@',
    forged: '{"shipment_id":"@victimShipment@","status":"delivered","description":"x"}',
    change: '{"status":"x"}',
    seed: () =>
      "insert into tracking_events (shipment_id, status, description) select id, 'shipped', 'Left the house' from shipments",
  },
}
