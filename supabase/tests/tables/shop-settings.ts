import { staffRows, staffAdds, everybody } from '../declaration/expected-access'
import type { TableDeclaration } from '../declaration/table'

export const shopSettings: TableDeclaration = {
  policies: {
    forAnyone: ['Anyone reads the settings'],
    forSignedIn: ['Staff add settings', 'Staff change settings', 'Staff delete settings'],
  },
  columns: {
    anon: { select: 'key value updated_at version' },
    signedIn: { insert: 'key value', update: 'value' },
  },
  reach: {
    select: everybody,
    insert: staffAdds,
    update: staffRows,
    delete: staffRows,
  },
  needs: { write: 'settings', writeAlso: { money: 'money_settings', staff: 'staff' } },
  rows: {
    key: 'key',
    label: `case split_part(t.key, '.', 1) when 'pricing' then 'money' when 'payment' then 'money' when 'revenue' then 'money'
      when 'staff' then 'staff' else 'other' end`,
    labels: ['money', 'staff', 'other'],
    change: 'value = value',
    insert: {
      money: () => "insert into shop_settings (key, value) values ('pricing.other', '1')",
      staff: () => "insert into shop_settings (key, value) values ('staff.other', '1')",
      other: () => "insert into shop_settings (key, value) values ('a.b', '1')",
    },
  },
  fixtures: {
    beforeOrders: `insert into shop_settings (key, value) values ('staff.roles', '"enforced"')`,
  },
  attack: {
    row: 'pricing.factor',
    forged: '{"key":"unknown.setting","value":0}',
    change: '{"value":0.01}',
    unique: 'key',
  },
}
