import { nobody, staffRows } from '../declaration/expected-access'
import { person } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const adminUsers: TableDeclaration = {
  policies: { forSignedIn: ['Staff note their own checks', 'Staff see each other'] },
  columns: { signedIn: { update: 'last_login_at' } },
  reach: {
    select: staffRows,
    insert: nobody,
    update: { anon: 'rejected', user: 'none', staff: 'own' },
    delete: nobody,
  },
  rows: {
    key: 'id',
    label: person('p.user_id = t.user_id'),
    labels: ['staff', 'admin', 'moderator', 'dismissed'],
    change: 'last_login_at = now()',
    insert: {
      row: (_me, _them, fixtures) =>
        `insert into admin_users (user_id) values ('${fixtures.newcomer.userId}')`,
    },
  },
  overreaches: [
    {
      actor: 'staff',
      response: '42501',
      statement: (_me, _them, fixtures) => `update admin_users set user_id = '${fixtures.newcomer.userId}'`,
    },
  ],
  attack: {
    row: '@staffRecord@',
    forged: '{"user_id":"@strangerUser@","role":"super_admin","is_active":true}',
    change: '{"role":"super_admin","is_active":true}',
    unique: 'user_id',
    facts: { staffRecord: () => "select id from admin_users where first_name = 'Rowan'" },
  },
}
