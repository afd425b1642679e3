import type { Facts, Place } from './facts'
import type { Question } from './measure'
import { frequentName } from './vocabulary'

/** What a search of orders or customers may touch at any size: a stretch of the newest and 1,000 candidates. */
const searchBound = 1_500

type Named = Record<string, string | null>

function lists({ staff, ...facts }: Facts): Question[] {
  const columns =
    'products.id, products.name, products.slug, description, price, compare_at_price, images, inventory_quantity, category_id, is_featured, is_active, products.created_at, row_to_json(category) as category'
  const room =
    'left join lateral (select id, name, slug from categories where categories.id = products.category_id) as category on true'
  const order = 'order by products.created_at desc, products.id limit 10'
  const { at, id } = facts.products
  return [
    { name: 'office: dashboard', asker: staff, values: [], text: 'select * from dashboard_stats()' },
    {
      name: 'office: products, first page',
      asker: staff,
      values: [],
      text: `select ${columns} from products ${room} ${order}`,
    },
    {
      name: 'office: products, next page',
      asker: staff,
      values: [at, id],
      text: `select ${columns} from products ${room} where products.created_at <= $1 and (products.created_at < $1 or products.id > $2) ${order}`,
    },
    {
      name: 'office: products of a category',
      asker: staff,
      values: [facts.category.id],
      text: `select ${columns} from products ${room} where category_id = $1 ${order}`,
    },
    {
      name: 'office: stock alerts',
      asker: staff,
      values: [],
      text: `select inventory_alerts.id, inventory_alerts.created_at, row_to_json(product) as product from inventory_alerts
        left join lateral (select name, slug, inventory_quantity from products where products.id = inventory_alerts.product_id) as product on true
        where inventory_alerts.is_active order by inventory_alerts.created_at desc, inventory_alerts.id limit 20`,
    },
    {
      name: 'office: stock movements of a product',
      asker: staff,
      values: [facts.productId],
      text: 'select * from inventory_movements where product_id = $1 order by id desc limit 20',
    },
    {
      name: 'office: log, first page',
      asker: staff,
      values: [],
      text: 'select * from audit_log order by id desc limit 20',
    },
    {
      name: 'office: log, next page',
      asker: staff,
      values: [facts.logged],
      text: 'select * from audit_log where id < $1 order by id desc limit 20',
    },
    {
      name: 'office: log of one product',
      asker: staff,
      values: [facts.productId],
      text: `select * from audit_log where table_name = 'products' and row_id = $1 order by id desc limit 20`,
    },
    {
      name: 'office: letters sent, of an order',
      asker: staff,
      values: [facts.order.id],
      text: 'select id, kind, recipient, subject, status, attempts, last_error, sent_at, created_at from email_outbox where order_id = $1 order by created_at, id',
    },
    {
      name: 'office: letters that failed',
      asker: staff,
      values: [],
      text: "select mail.id, mail.kind, mail.recipient, mail.created_at, orders.order_number from email_outbox as mail left join orders on orders.id = mail.order_id where mail.status = 'failed' order by mail.created_at desc, mail.id limit 51",
    },
    {
      name: 'office: events of an order',
      asker: staff,
      values: [facts.order.id],
      text: 'select id, type, description, created_at from order_events where order_id = $1 order by id',
    },
    {
      name: 'office: shipments of an order',
      asker: staff,
      values: [facts.order.id],
      text: 'select * from shipments where order_id = $1 order by created_at, id',
    },
    {
      name: 'office: totals of a customer',
      asker: staff,
      values: [facts.customerId],
      text: 'select id, email, first_name, last_name, total_orders, total_spent, last_order_at from customers where id = $1',
    },
    {
      name: "office: a customer's orders",
      asker: staff,
      values: [facts.customerId],
      text: 'select id, order_number, total, currency, status, payment_status, created_at from orders where customer_id = $1 order by created_at desc, id limit 10',
    },
    {
      name: "office: a customer's addresses",
      asker: staff,
      values: [facts.customerId],
      text: 'select * from addresses where customer_id = $1 order by is_default desc, created_at desc',
    },
  ]
}

function searches({ staff, ...facts }: Facts): Question[] {
  const call = (subject: string, list: string, name: string, given: Named, bound?: number): Question => ({
    name: `office: ${list}, ${name}`,
    asker: staff,
    values: Object.values(given),
    bound,
    text: `select * from ${subject}(${Object.keys(given)
      .map((key, place) => `${key} => $${String(place + 1)}`)
      .join(', ')})`,
  })
  const after = ({ at, id }: Place): Named => ({ p_before: at, p_before_id: id })
  const orders = (name: string, given: Named): Question => call('search_orders', 'orders', name, given)
  const found = (name: string, p_query: string, more: Named = {}): Question =>
    call('search_orders', 'orders', name, { p_query, ...more }, searchBound)
  const customers = (name: string, given: Named): Question =>
    call('search_customers', 'customers', name, given)
  const people = (name: string, p_query: string, more: Named = {}): Question =>
    call('search_customers', 'customers', name, { p_query, ...more }, searchBound)
  return [
    orders('first page', {}),
    orders('next page', after(facts.orders)),
    orders('succeeded', { p_payment_status: 'succeeded' }),
    orders('succeeded, next page', { p_payment_status: 'succeeded', ...after(facts.orders) }),
    orders('pending', { p_payment_status: 'pending' }),
    orders('pending, next page', { p_payment_status: 'pending', ...after(facts.payments) }),
    orders('refunded, of which there are none', { p_payment_status: 'refunded' }),
    found('by number', facts.order.number),
    found('by part of a number', facts.order.number.slice(2, 10)),
    found('by e-mail', facts.buyerEmail),
    found('by the e-mail of a guest', facts.order.email),
    found('by a frequent text', 'mail'),
    found('by a frequent text, next page', 'mail', after(facts.orders)),
    found('by a frequent text among failed', 'mail', { p_payment_status: 'failed' }),
    found('by one letter', 'a'),
    found('by two letters that nobody has', 'qz'),
    found('by three letters that nobody has', 'qzx'),
    found('by a name', 'wren.scott'),
    found('by nothing there is', 'nobody@nowhere'),
    customers('first page', {}),
    customers('next page', after(facts.customers)),
    people('by e-mail', facts.buyerEmail),
    people('by a frequent name', frequentName),
    people('by a frequent name, next page', frequentName, after(facts.customers)),
    people('by a frequent text', 'mail'),
    people('by one letter', 'a'),
    people('by two letters that nobody has', 'qz'),
    people('by three letters that nobody has', 'qzx'),
    people('by nothing there is', 'nobody@nowhere'),
  ]
}

/** What staff and the mailer ask. */
export function officeQuestions(facts: Facts): Question[] {
  return [
    ...lists(facts),
    ...searches(facts),
    {
      name: 'mailer: letters to send',
      asker: 'mailer',
      values: [],
      text: 'select * from claim_mail(p_limit => 10)',
    },
    { name: 'mailer: sweep with nothing to do', asker: 'mailer', values: [], text: 'select * from sweep()' },
  ]
}
