import { nobody, ownAndStaff } from '../declaration/expected-access'
import { buyers, person } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const shipmentLines: TableDeclaration = {
  policies: { forSignedIn: ['Those who see the shipment see its lines'] },
  reach: { select: ownAndStaff, insert: nobody, update: nobody, delete: nobody },
  needs: { read: 'orders' },
  rows: {
    key: 'shipment_id',
    label: person(
      'p.checkout = (select o.checkout_session_id from orders as o join shipments as s on s.order_id = o.id where s.id = t.shipment_id)',
    ),
    labels: buyers,
    change: 'quantity = 9',
    insert: {
      own: (me) =>
        `insert into shipment_lines (shipment_id, line, quantity) values ('${me.shipmentId}', 9, 1)`,
    },
  },
  fixtures: {
    afterOrders:
      'insert into shipment_lines (shipment_id, line, quantity) select id, 0, 1 from shipments on conflict do nothing',
  },
  askedBy: ['shipment_lines'],
  attack: {
    key: 'shipment_id',
    row: '@victimShipment@',
    forged: '{"shipment_id":"@victimShipment@","line":9,"quantity":1}',
    change: '{"quantity":9}',
  },
  invariants: {
    'more pieces in parcels than were ordered': `
    select parcel.order_id from shipment_lines as part join shipments as parcel on parcel.id = part.shipment_id
    join orders on orders.id = parcel.order_id
    group by parcel.order_id, orders.items, part.line
    having sum(part.quantity) > coalesce((orders.items -> part.line ->> 'quantity')::integer, 0)`,
  },
}
