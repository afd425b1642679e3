import { nobody, staffAdds, staffRows } from '../declaration/expected-access'
import { person } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const insert = (id: string): string =>
  `insert into customer_notes (customer_id, text) values ('${id}', 'Called twice')`

export const customerNotes: TableDeclaration = {
  policies: {
    forSignedIn: [
      'Staff add notes on customers',
      'Staff delete their notes on customers',
      'Staff read notes on customers',
    ],
  },
  columns: { signedIn: { insert: 'customer_id text' } },
  reach: {
    select: staffRows,
    insert: staffAdds,
    update: nobody,
    delete: { anon: 'rejected', user: 'none', staff: 'own' },
  },
  needs: { read: 'customers', write: 'customers' },
  rows: {
    key: 'id',
    label: person('p.user_id = t.author'),
    labels: ['staff', 'admin', 'moderator', 'dismissed'],
    change: "text = 'X'",
    insert: { own: (me) => insert(me.customerId), foreign: (_me, them) => insert(them.customerId) },
  },
  fixtures: {
    afterOrders: `insert into customer_notes (customer_id, author, text)
      select (select id from customers order by id limit 1), user_id, 'Called twice' from admin_users`,
  },
  overreaches: [
    {
      actor: 'staff',
      response: '42501',
      statement: (me, them) =>
        `insert into customer_notes (customer_id, author, text) values ('${me.customerId}', '${them.userId}', 'In another name')`,
    },
  ],
  attack: {
    row: '@victimCustomerNote@',
    forged: '{"customer_id":"@victimCustomer@","text":"x"}',
    change: '{"text":"x"}',
    seed: ({ victim }) =>
      `insert into customer_notes (customer_id, text) values ('${victim.customer}', 'CUSTOMER-NOTE-SECRET')`,
    secrets: ['CUSTOMER-NOTE-SECRET'],
    facts: { victimCustomerNote: () => 'select id from customer_notes limit 1' },
  },
  rejectedWrites: [
    {
      by: 'staff',
      statement:
        "insert into customer_notes (customer_id, text) values (gen_random_uuid(), repeat('x', 2001))",
      code: '23514',
    },
  ],
  growth: (facts) => [
    {
      name: 'office: notes on a customer',
      asker: facts.staff,
      values: [facts.customerId],
      text: 'select id, author, text, created_at from customer_notes where customer_id = $1 order by created_at desc, id limit 101',
    },
  ],
}
