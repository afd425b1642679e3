import { ownRows, ownAndStaff } from '../declaration/expected-access'
import { person, signedIn } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns = 'type first_name last_name address_line_1 address_line_2 city state postal_code country phone'

const insert = (customerId: string): string => `
  insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
  values ('${customerId}', 'Ada', 'Love', '2 High Street', 'London', 'SW1A 1AA')`

export const addresses: TableDeclaration = {
  policies: {
    forSignedIn: [
      'Customers add addresses',
      'Customers change their addresses',
      'Customers delete their addresses',
      'Customers see their addresses, staff every one',
    ],
  },
  columns: { signedIn: { insert: `customer_id ${columns}`, update: columns } },
  reach: { select: ownAndStaff, insert: ownRows, update: ownRows, delete: ownRows },
  needs: { read: 'customers' },
  rows: {
    key: 'id',
    label: person('p.customer_id = t.customer_id'),
    labels: signedIn,
    change: "city = 'Leeds'",
    insert: { own: (me) => insert(me.customerId), foreign: (_me, them) => insert(them.customerId) },
  },
  fixtures: {
    afterOrders: `
    insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
    select id, 'Ada', 'Love', '1 High Street', 'London', 'SW1A 1AA' from customers where not is_guest`,
  },
  overreaches: [
    {
      actor: 'owner',
      response: '42501',
      statement: (_me, them) => `update addresses set customer_id = '${them.customerId}'`,
    },
  ],
  attack: {
    row: '@victimAddress@',
    forged:
      '{"customer_id":"@victimCustomer@","first_name":"<b>x</b>","last_name":"x","address_line_1":"x","city":"x","postal_code":"SW1A 1AA"}',
    change: '{"customer_id":"@victimCustomer@"}',
    own: {
      row: 'id=eq.@buyerAddress@',
      changes: {
        'their address to another': ['rejected', '{"customer_id":"@victimCustomer@"}'],
        'their address a postcode in script': ['rejected', '{"postal_code":"<script>"}'],
        'their address a country in letters': ['rejected', '{"country":"<b>"}'],
        'their address 1 MB of street': ['rejected', `{"address_line_1":"${'x'.repeat(1_000_000)}"}`],
        'their address a second default': ['rejected', '{"is_default":true}'],
        'their address an id of somebody': ['rejected', '{"id":"@victimAddress@"}'],
      },
    },
    readers: ['stranger'],
    isTheirsToDelete: true,
    seed: ({ victim, buyer, stranger }) => `
      insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
      select customer_id, first_name, 'Name', '1 Road', 'London', 'SW1A 1AA'
      from (values ('${victim.customer}'::uuid, 'Secret-Ada'), ('${buyer.customer}', 'Own'), ('${stranger.customer}', 'Own')) as people (customer_id, first_name)`,
    secrets: ['Secret-Ada'],
    facts: {
      victimAddress: ({ victim }) => `select id from addresses where customer_id = '${victim.customer}'`,
      buyerAddress: ({ buyer }) => `select id from addresses where customer_id = '${buyer.customer}'`,
    },
    ownRows: {
      saved: 't.customer_id = any ($customers)',
      restore: `
      delete from public.addresses where customer_id = any ($customers);
      insert into public.addresses select * from saved.addresses`,
    },
    others: 'not t.customer_id = any ($customers)',
    gains: {
      'an address of nobody':
        'select from public.addresses as a where not exists (select from public.customers as c where c.id = a.customer_id)',
    },
  },
  invariants: {
    'a customer with addresses and no default': `
    select customer_id from addresses group by customer_id having count(*) filter (where is_default) <> 1`,
  },
  rejectedWrites: [
    {
      by: 'a shopper',
      statement: `
      insert into addresses (customer_id, type, first_name, last_name, address_line_1, city, postal_code)
      select id, 'moon', 'Secret', 'Love', '1 Road', 'Town', 'SW1A 1AA' from customers where not is_guest`,
      code: '23514',
    },
  ],
  growth: (facts) => [
    {
      name: "office: a customer's addresses",
      asker: facts.staff,
      values: [facts.customerId],
      text: 'select * from addresses where customer_id = $1 order by is_default desc, created_at desc',
    },
  ],
}
