import { staffRows, staffAdds, everybody } from '../declaration/reaches'
import { plain } from '../declaration/row-kinds'
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
  rows: {
    ...plain,
    key: 'key',
    change: 'value = value',
    insert: { row: () => "insert into shop_settings (key, value) values ('a.b', '1')" },
  },
  hostile: {
    row: 'pricing.factor',
    forged: '{"key":"hostile.setting","value":0}',
    change: '{"value":0.01}',
    unique: 'key',
  },
}
