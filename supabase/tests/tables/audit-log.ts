import { readByStaff } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const auditLog: TableDeclaration = {
  policies: { forSignedIn: ['Staff see the log'] },
  reach: readByStaff,
  needs: { read: 'audit' },
  rows: {
    ...plain,
    change: "table_name = 'x'",
    insert: {
      row: (me) =>
        `insert into audit_log (table_name, row_id, action, actor) values ('x', '1', 'delete', '${me.userId}')`,
    },
  },
  attack: {
    row: '1',
    forged: '{"table_name":"orders","row_id":"x","action":"delete","actor":"@staffUser@"}',
    change: '{"actor":"@staffUser@"}',
  },
  growth: (facts) => [
    {
      name: 'office: log, first page',
      asker: facts.staff,
      values: [],
      text: 'select * from audit_log order by id desc limit 20',
    },
    {
      name: 'office: log, next page',
      asker: facts.staff,
      values: [facts.logged],
      text: 'select * from audit_log where id < $1 order by id desc limit 20',
    },
    {
      name: 'office: log of one product',
      asker: facts.staff,
      values: [facts.productId],
      text: `select * from audit_log where table_name = 'products' and row_id = $1 order by id desc limit 20`,
    },
  ],
}
