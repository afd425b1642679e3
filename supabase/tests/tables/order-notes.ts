import { nobody, staffAdds, staffRows } from '../declaration/expected-access'
import { person } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const insert = (id: string): string =>
  `insert into order_notes (order_id, text) values ('${id}', 'Called twice')`

export const orderNotes: TableDeclaration = {
  policies: {
    forSignedIn: [
      'Staff add notes on orders',
      'Staff delete their notes on orders',
      'Staff read notes on orders',
    ],
  },
  columns: { signedIn: { insert: 'order_id text' } },
  reach: {
    select: staffRows,
    insert: staffAdds,
    update: nobody,
    delete: { anon: 'rejected', user: 'none', staff: 'own' },
  },
  needs: { read: 'orders', write: 'orders' },
  rows: {
    key: 'id',
    label: person('p.user_id = t.author'),
    labels: ['staff', 'admin', 'moderator', 'dismissed'],
    change: "text = 'X'",
    insert: { own: (me) => insert(me.orderId), foreign: (_me, them) => insert(them.orderId) },
  },
  fixtures: {
    afterOrders: `insert into order_notes (order_id, author, text)
      select (select id from orders order by id limit 1), user_id, 'Called twice' from admin_users`,
  },
  overreaches: [
    {
      actor: 'staff',
      response: '42501',
      statement: (me, them) =>
        `insert into order_notes (order_id, author, text) values ('${me.orderId}', '${them.userId}', 'In another name')`,
    },
  ],
  attack: {
    row: '@victimOrderNote@',
    forged: '{"order_id":"@victimOrder@","text":"x"}',
    change: '{"text":"x"}',
    seed: ({ victimOrder }) =>
      `insert into order_notes (order_id, text) values ('${victimOrder}', 'ORDER-NOTE-SECRET')`,
    secrets: ['ORDER-NOTE-SECRET'],
    facts: { victimOrderNote: () => 'select id from order_notes limit 1' },
  },
  rejectedWrites: [
    {
      by: 'staff',
      statement: "insert into order_notes (order_id, text) values (gen_random_uuid(), repeat('x', 2001))",
      code: '23514',
    },
  ],
  growth: (facts) => [
    {
      name: 'office: notes on an order',
      asker: facts.staff,
      values: [facts.order.id],
      text: 'select id, author, text, created_at from order_notes where order_id = $1 order by created_at desc, id limit 101',
    },
  ],
}
