import { catalogue } from '../declaration/expected-access'
import { byState, switchedOff, stamps } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns =
  'name description base_price estimated_days_min estimated_days_max features sort_order is_active'

export const shippingMethods: TableDeclaration = {
  policies: {
    forAnyone: ['Anyone sees active methods, staff every one'],
    forSignedIn: ['Staff add methods', 'Staff change methods', 'Staff delete methods'],
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
    insert: { row: () => "insert into shipping_methods (name) values ('New')" },
  },
  fixtures: { beforeOrders: switchedOff('shipping_methods') },
  attack: {
    row: '@method@',
    forged: '{"name":"Free","base_price":0}',
    change: '{"base_price":0}',
    facts: { method: () => "select id from shipping_methods where name = 'Standard'" },
  },
}
