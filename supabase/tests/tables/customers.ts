import { nobody, ownRows, ownAndStaff } from '../declaration/expected-access'
import { person, signedIn } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const insert = (userId: string, email: string): string =>
  `insert into customers (user_id, email) values ('${userId}', '${email}')`

export const customers: TableDeclaration = {
  policies: {
    forSignedIn: [
      'Customers change themselves',
      'Customers see themselves, staff everyone',
      'Users become customers under their own e-mail',
    ],
  },
  columns: {
    signedIn: {
      insert: 'user_id email first_name last_name phone',
      update: 'first_name last_name phone',
    },
  },
  reach: { select: ownAndStaff, insert: ownRows, update: ownRows, delete: nobody },
  needs: { read: 'customers' },
  rows: {
    key: 'id',
    label: `case when t.is_guest then 'guest' else ${person('p.user_id = t.user_id')} end`,
    labels: ['guest', ...signedIn],
    change: "first_name = 'X'",
    insert: {
      own: (me) => insert(me.userId, me.email),
      foreign: (me, _them, fixtures) => insert(fixtures.newcomer.userId, me.email),
      forged: (me, them) => insert(me.userId, them.email),
    },
    before: { insert: (me) => `delete from customers where user_id = '${me.userId}'` },
  },
  overreaches: [
    {
      actor: 'owner',
      response: '42501',
      statement: (_me, _them, fixtures) => `update customers set user_id = '${fixtures.newcomer.userId}'`,
    },
  ],
  attack: {
    row: '@victimCustomer@',
    forged: '{"user_id":"@victimUser@","email":"@victimEmail@"}',
    change: '{"age_verified":true,"total_spent":99999,"total_orders":99,"stripe_customer_id":"cus_x"}',
    unique: 'user_id',
    own: {
      row: 'id=eq.@buyerCustomer@',
      changes: {
        'their customer another user': ['rejected', '{"user_id":"@victimUser@"}'],
        'their customer another email': ['rejected', '{"email":"@victimEmail@"}'],
        'their customer an age': ['rejected', '{"age_verified":true}'],
        'their customer a fortune': ['rejected', '{"total_spent":1000000}'],
        'their customer a consent that nobody gave': ['rejected', '{"accepts_marketing":true}'],
        'their customer HTML for a name': ['harmless', '{"first_name":"<script>alert(1)</script>"}'],
        'their customer a name of 10,000 letters': ['rejected', `{"first_name":"${'x'.repeat(10_000)}"}`],
        'their customer a NUL for a name': ['rejected', '{"first_name":"a\\u0000"}'],
      },
    },
    readers: ['stranger'],
    ownRows: {
      restore: `
      update public.customers set first_name = 'Own', last_name = 'Name', phone = null
      where id = any ($customers) and (first_name, last_name) <> ('Own', 'Name')`,
    },
    others: 't.id::text = any ($kept)',
    gains: {
      'a customer with figures': `
    select from public.customers as c where not c.id::text = any ($kept)
      and (c.age_verified or c.stripe_customer_id is not null or (c.total_orders > 1) or (c.user_id is null and not c.is_guest))`,
    },
  },
  invariants: {
    'a customer whose figures are not those of their orders': `
    select customers.id from customers left join orders on orders.customer_id = customers.id
    group by customers.id
    having count(orders.id) <> customers.total_orders
      or coalesce(sum(private.revenue_of(orders.status, orders.payment_status, orders.total - orders.gift_card_amount
        + orders.exchanged_amount - orders.refunded_amount + orders.refunded_to_gift_card)), 0) <> customers.total_spent
      or max(orders.created_at) is distinct from customers.last_order_at`,
    'a customer whom the list of the back office does not know': `
    select customer.id from (
      select * from customers where (user_id is null or user_id not in (select user_id from admin_users where is_active))
        and id not in (select id from private.customer_merges)
    ) as customer full join private.customer_list as listed on listed.customer_id = customer.id
    where (listed.created_at, listed.terms) is distinct from (customer.created_at, private.listed_terms(customer))`,
    'a day that is not the number of those who joined on it': `
    select day from (
      select (created_at at time zone 'UTC')::date as day, count(*) as joined from private.customer_list group by 1
    ) as counted full join (select day, customers from private.customer_days where customers <> 0) as tally using (day)
    where joined is distinct from customers`,
  },
  growth: (facts) => [
    {
      name: 'office: totals of a customer',
      asker: facts.staff,
      values: [facts.customerId],
      text: 'select id, email, first_name, last_name, total_orders, total_spent, last_order_at from customers where id = $1',
    },
  ],
}
