import { readByStaff } from '../declaration/reaches'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const auditLog: TableDeclaration = {
  policies: { forSignedIn: ['Staff see the log'] },
  reach: readByStaff,
  rows: {
    ...plain,
    change: "table_name = 'x'",
    insert: {
      row: (me) =>
        `insert into audit_log (table_name, row_id, action, actor) values ('x', '1', 'delete', '${me.userId}')`,
    },
  },
  hostile: {
    row: '1',
    forged: '{"table_name":"orders","row_id":"x","action":"delete","actor":"@staffUser@"}',
    change: '{"actor":"@staffUser@"}',
  },
}
