import type { ReachByVisitor, TableDeclaration } from '../declaration/table'
import { person } from '../declaration/row-kinds'

/** Row level security lets members of staff through to what is theirs. */
const theirs: ReachByVisitor = { anon: 'rejected', user: 'none', staff: 'own' }

const insert = (owner: string): string =>
  `insert into staff_views (owner, screen, name, query) values ('${owner}', 'orders', 'Tried', 'status=pending')`

export const staffViews: TableDeclaration = {
  policies: {
    forSignedIn: [
      'Staff add views of their own',
      'Staff change their own views',
      'Staff delete their own views',
      'Staff read their own views',
    ],
  },
  columns: {
    signedIn: {
      insert: 'owner screen name query columns shared is_default',
      update: 'name query columns shared is_default',
    },
  },
  reach: {
    select: theirs,
    insert: { anon: 'rejected', user: 'rejected', staff: 'own' },
    update: theirs,
    delete: theirs,
  },
  rows: {
    key: 'id',
    label: person('p.user_id = t.owner'),
    labels: ['staff', 'admin', 'moderator', 'dismissed'],
    change: "query = 'status=shipped'",
    insert: { own: (me) => insert(me.userId), foreign: (_me, them) => insert(them.userId) },
  },
  fixtures: {
    afterOrders: `insert into staff_views (owner, screen, name, query)
      select user_id, 'orders', 'Waiting', 'status=pending' from admin_users`,
  },
  overreaches: [
    {
      actor: 'staff',
      response: '42501',
      statement: (_me, them) => `update staff_views set owner = '${them.userId}'`,
    },
  ],
  attack: {
    row: '@victimView@',
    forged: '{"screen":"orders","name":"x"}',
    change: '{"query":"x"}',
    seed: () =>
      `insert into staff_views (owner, screen, name, query, shared)
        select user_id, 'orders', 'Kept', 'q=VIEW-SECRET', true from admin_users order by created_at limit 1`,
    secrets: ['VIEW-SECRET'],
    facts: { victimView: () => 'select id from staff_views limit 1' },
  },
  rejectedWrites: [
    {
      by: 'staff',
      statement: "insert into staff_views (screen, name, query) values ('orders', 'x', repeat('x', 1001))",
      code: '23514',
    },
    {
      by: 'staff',
      statement: "insert into staff_views (screen, name) values ('settings', 'x')",
      code: '23514',
    },
    {
      by: 'staff',
      statement: "insert into staff_views (screen, name) values ('orders', ' ')",
      code: '23514',
    },
    {
      by: 'staff',
      statement: "insert into staff_views (screen, name, columns) values ('orders', 'x', array[null])",
      code: '23514',
    },
  ],
}
