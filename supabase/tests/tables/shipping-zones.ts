import { catalogue } from '../declaration/expected-access'
import { byState, switchedOff, stamps } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns = 'name description postcodes multiplier position is_active'

export const shippingZones: TableDeclaration = {
  policies: {
    forAnyone: ['Anyone sees active zones, staff every one'],
    forSignedIn: ['Staff add zones', 'Staff change zones', 'Staff delete zones'],
  },
  columns: {
    anon: { select: `${stamps} version ${columns}` },
    signedIn: { insert: columns, update: columns },
  },
  reach: catalogue,
  needs: { write: 'shipping' },
  rows: {
    ...byState,
    change: "description = 'x'",
    insert: { row: () => "insert into shipping_zones (name) values ('New')" },
  },
  fixtures: { beforeOrders: switchedOff('shipping_zones') },
  attack: {
    row: '@zone@',
    forged: '{"name":"x","multiplier":0.1}',
    change: '{"multiplier":0.1}',
    facts: { zone: () => 'select id from shipping_zones limit 1' },
  },
}
