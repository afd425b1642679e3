import { catalogue } from '../declaration/expected-access'
import { byState, switchedOff, stamps } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns = 'name type priority conditions actions is_active'

export const shippingRules: TableDeclaration = {
  policies: {
    forAnyone: ['Anyone sees active rules, staff every one'],
    forSignedIn: ['Staff add rules', 'Staff change rules', 'Staff delete rules'],
  },
  columns: {
    anon: { select: `${stamps} version ${columns}` },
    signedIn: { insert: columns, update: columns },
  },
  reach: catalogue,
  needs: { write: 'shipping' },
  rows: {
    ...byState,
    change: 'priority = 1',
    insert: { row: () => "insert into shipping_rules (name) values ('New')" },
  },
  fixtures: { beforeOrders: switchedOff('shipping_rules') },
  attack: {
    row: '@rule@',
    forged: '{"name":"Free","type":"free_shipping","actions":{"free_shipping":true}}',
    change: '{"actions":{"free_shipping":true},"conditions":{}}',
    facts: { rule: () => 'select id from shipping_rules limit 1' },
  },
}
