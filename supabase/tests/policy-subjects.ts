import type { Actor, Person, World } from './policy-world'

/** How rows of a table are told apart and acted upon. */
export interface Subject {
  /** SQL text of whose or what kind a row `t` is. */
  label: string
  /** Every label the world must hold. */
  labels: readonly string[]
  key: string
  /** SQL of an update of every row. */
  change: string
  /** SQL of rows to insert, by kind; `them` is somebody else. */
  insert: Record<string, (me: Person, them: Person, world: World) => string>
  /** Run with all rights before an attempt, to take away what else stands in its way. */
  before?: { insert?: (me: Person) => string; delete?: string }
}

/** A statement that policies must stop by themselves, were every column granted: its error, or the number of rows. */
export interface Overreach {
  table: string
  actor: Actor
  statement: (me: Person, them: Person, world: World) => string
  answer: string
}

const person = (condition: string): string => `(select name from policy_world.people as p where ${condition})`
const signedIn = ['owner', 'other', 'staff', 'dismissed']
const buyers = ['guest', 'stranger', ...signedIn]

const byState = {
  key: 'id',
  label: "case when t.is_active then 'active' else 'inactive' end",
  labels: ['active', 'inactive'],
}
const plain = { key: 'id', label: "'row'", labels: ['row'] }
const byOrder = {
  key: 'id',
  label: person('p.checkout = (select o.checkout_session_id from orders as o where o.id = t.order_id)'),
  labels: buyers,
}
const byCheckout = { key: 'id', label: person('p.checkout = t.checkout_session_id'), labels: buyers }

const address = (customerId: string): string => `
  insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
  values ('${customerId}', 'Ada', 'Love', '2 High Street', 'London', 'SW1A 1AA')`
const customer = (userId: string, email: string): string =>
  `insert into customers (user_id, email) values ('${userId}', '${email}')`
const shipment = (orderId: string): string =>
  `insert into shipments (order_id, carrier) values ('${orderId}', 'Post')`
const wish = (userId: string, { productId }: World): string => `
  insert into wishlist_items (user_id, product_id) select '${userId}', id from products where is_active and id <> '${productId}' order by id limit 1`
const tracking = (shipmentId: string): string =>
  `insert into tracking_events (shipment_id, status, description) values ('${shipmentId}', 'shipped', 'Left us')`
const picture = (bucket: string) => () =>
  `insert into storage.objects (bucket_id, name) values ('${bucket}', 'two.webp')`

/** How to act upon each table of the expectations. */
export const subjects: Record<string, Subject> = {
  'public.account_creation_tokens': {
    ...byCheckout,
    labels: ['guest', 'stranger'],
    change: 'used_at = null',
    insert: {
      row: (_me, them) =>
        `insert into account_creation_tokens (token_hash, checkout_session_id, email) values ('h', '${them.checkoutId}', 'a@b.cd')`,
    },
  },
  'public.addresses': {
    key: 'id',
    label: person('p.customer_id = t.customer_id'),
    labels: signedIn,
    change: "city = 'Leeds'",
    insert: { own: (me) => address(me.customerId), foreign: (_me, them) => address(them.customerId) },
  },
  'public.admin_users': {
    key: 'id',
    label: person('p.user_id = t.user_id'),
    labels: ['staff', 'dismissed'],
    change: 'last_login_at = now()',
    insert: {
      row: (_me, _them, world) => `insert into admin_users (user_id) values ('${world.newcomer.userId}')`,
    },
  },
  'public.audit_log': {
    ...plain,
    change: "table_name = 'x'",
    insert: {
      row: (me) =>
        `insert into audit_log (table_name, row_id, action, actor) values ('x', '1', 'delete', '${me.userId}')`,
    },
  },
  'public.cart_items': {
    key: 'id',
    label: person('p.customer_id = t.customer_id or p.cart = t.session_id'),
    labels: ['nobody', ...buyers],
    change: 'quantity = 2',
    insert: {
      row: (_me, _them, world) =>
        `insert into cart_items (product_id, quantity, session_id) values ('${world.productId}', 1, 'session_0000000000000000')`,
    },
  },
  'public.categories': {
    ...byState,
    change: "image_alt = 'x'",
    insert: { row: () => "insert into categories (slug, name) values ('new', 'New')" },
    before: { delete: 'delete from products' },
  },
  'public.checkout_sessions': {
    key: 'id',
    label: person('p.checkout = t.session_id'),
    labels: buyers,
    change: "first_name = 'X'",
    insert: {
      row: () => `insert into checkout_sessions (email, first_name, last_name, shipping_address, billing_address, subtotal, tax_amount,
        shipping_amount, total, cart_items) values ('a@b.cd', 'A', 'B', '{}', '{}', 1, 0, 0, 1, '[]')`,
    },
    before: { delete: 'delete from orders' },
  },
  'public.contact_messages': {
    ...plain,
    change: 'is_read = true',
    insert: {
      row: () =>
        "insert into contact_messages (name, email, subject, message) values ('A', 'new@example.test', 'B', 'Ten letters at least')",
    },
  },
  'public.customers': {
    key: 'id',
    label: person('p.user_id = t.user_id'),
    labels: signedIn,
    change: "first_name = 'X'",
    insert: {
      own: (me) => customer(me.userId, me.email),
      foreign: (me, _them, world) => customer(world.newcomer.userId, me.email),
      forged: (me, them) => customer(me.userId, them.email),
    },
    before: { insert: (me) => `delete from customers where user_id = '${me.userId}'` },
  },
  'public.email_outbox': {
    ...byOrder,
    change: "subject = 'X'",
    insert: { row: () => "insert into email_outbox (kind, recipient, subject) values ('x', 'a@b.cd', 'X')" },
  },
  'public.gift_card_entries': {
    ...plain,
    change: 'actor = null',
    insert: {
      row: () =>
        "insert into gift_card_entries (gift_card_id, kind, amount_pence) select gift_card_id, 'voided', -100 from gift_card_entries limit 1",
    },
  },
  'public.gift_cards': {
    ...plain,
    change: "state = 'void'",
    insert: {
      row: () =>
        "insert into gift_cards (code_hash, hint, initial_pence) values (repeat('0', 64), '0000', 5000)",
    },
    before: { delete: 'delete from gift_card_entries' },
  },
  'public.inventory_alerts': {
    ...plain,
    change: 'resolved_at = now()',
    insert: {
      row: (_me, _them, world) => `insert into inventory_alerts (product_id) values ('${world.productId}')`,
    },
  },
  'public.inventory_movements': {
    ...plain,
    change: "note = 'x'",
    insert: {
      row: (_me, _them, world) =>
        `insert into inventory_movements (product_id, kind, quantity) values ('${world.productId}', 'received', 1)`,
    },
  },
  'public.catalogue_version': {
    ...plain,
    change: 'version = 7',
    insert: {
      row: () =>
        'insert into catalogue_version (id) values (true) on conflict (id) do update set version = 2',
    },
  },
  'public.order_events': {
    ...byOrder,
    change: "description = 'X'",
    insert: { own: (me) => `insert into order_events (order_id, type) values ('${me.orderId}', 'x')` },
  },
  'public.orders': {
    ...byCheckout,
    change: "status = 'processing'",
    insert: {
      own: (
        me,
      ) => `insert into orders (order_number, subtotal, tax_amount, shipping_amount, total, items, shipping_address, billing_address,
        checkout_session_id) values ('AM20250105-0001', 1, 0, 0, 1, '[]', '{}', '{}', '${me.checkoutId}')`,
    },
    before: { insert: (me) => `delete from orders where id = '${me.orderId}'` },
  },
  'public.payment_attempts': {
    ...byCheckout,
    change: "failure = 'x'",
    insert: {
      own: (me) =>
        `insert into payment_attempts (checkout_session_id, provider, amount) values ('${me.checkoutId}', 'x', 1)`,
    },
  },
  'public.products': {
    ...byState,
    change: "care = 'x'",
    insert: { row: () => "insert into products (slug, name, price) values ('new', 'New', 1)" },
  },
  'public.promotion_uses': {
    ...plain,
    change: "email = 'x@y.zz'",
    insert: {
      row: (me) => `insert into promotion_uses (promotion_id, checkout_session_id, email, state, held_until)
        select id, '${me.checkoutId}', 'x@y.zz', 'held', now() from promotions limit 1`,
    },
    before: { insert: () => 'delete from promotion_uses' },
  },
  'public.promotions': {
    ...plain,
    change: 'minimum_pence = 100',
    insert: { row: () => "insert into promotions (code, kind, percent) values ('NEW', 'percent', 10)" },
    before: { delete: 'delete from promotion_uses' },
  },
  'public.profiles': {
    key: 'id',
    label: person('p.user_id = t.id'),
    labels: signedIn,
    change: "first_name = 'X'",
    insert: { row: (_me, _them, world) => `insert into profiles (id) values ('${world.newcomer.userId}')` },
  },
  'public.shipments': {
    ...byOrder,
    change: "carrier = 'X'",
    insert: { own: (me) => shipment(me.orderId), foreign: (_me, them) => shipment(them.orderId) },
  },
  'public.shipping_methods': {
    ...byState,
    change: "description = 'x'",
    insert: { row: () => "insert into shipping_methods (name) values ('New')" },
  },
  'public.shipping_rules': {
    ...byState,
    change: 'priority = 1',
    insert: { row: () => "insert into shipping_rules (name) values ('New')" },
  },
  'public.shipping_zones': {
    ...byState,
    change: "description = 'x'",
    insert: { row: () => "insert into shipping_zones (name) values ('New')" },
  },
  'public.shop_settings': {
    ...plain,
    key: 'key',
    change: 'value = value',
    insert: { row: () => "insert into shop_settings (key, value) values ('a.b', '1')" },
  },
  'public.tracking_events': {
    key: 'id',
    labels: buyers,
    label: person(
      'p.checkout = (select o.checkout_session_id from orders as o join shipments as s on s.order_id = o.id where s.id = t.shipment_id)',
    ),
    change: "description = 'X'",
    insert: { own: (me) => tracking(me.shipmentId), foreign: (_me, them) => tracking(them.shipmentId) },
  },
  'public.wishlist_items': {
    key: 'user_id',
    label: person('p.user_id = t.user_id'),
    labels: signedIn,
    change: 'created_at = now()',
    insert: {
      own: (me, _them, world) => wish(me.userId, world),
      foreign: (_me, them, world) => wish(them.userId, world),
    },
  },
  'storage.objects': {
    key: 'id',
    label: 't.bucket_id',
    labels: ['product-images', 'category-images', 'placeholders', 'elsewhere'],
    change: "version = 'x'",
    insert: {
      'product-images': picture('product-images'),
      'category-images': picture('category-images'),
      placeholders: picture('placeholders'),
      elsewhere: picture('elsewhere'),
    },
  },
}

/** What the columns' grants refuse too, and policies would refuse alone. */
export const overreaches: Overreach[] = [
  {
    table: 'public.account_creation_tokens',
    actor: 'owner',
    answer: '0',
    statement: () => 'select from account_creation_tokens',
  },
  {
    table: 'public.account_creation_tokens',
    actor: 'staff',
    answer: '0',
    statement: () => 'select from account_creation_tokens',
  },
  {
    table: 'public.addresses',
    actor: 'owner',
    answer: '42501',
    statement: (_me, them) => `update addresses set customer_id = '${them.customerId}'`,
  },
  {
    table: 'public.admin_users',
    actor: 'staff',
    answer: '42501',
    statement: (_me, _them, world) => `update admin_users set user_id = '${world.newcomer.userId}'`,
  },
  {
    table: 'public.cart_items',
    actor: 'guest',
    answer: '42501',
    statement: () => "update cart_items set session_id = 'session_0000000000000000'",
  },
  {
    table: 'public.contact_messages',
    actor: 'guest',
    answer: '42501',
    statement: () =>
      "insert into contact_messages (name, email, subject, message, is_read) values ('A', 'b@example.test', 'B', 'Ten letters at least', true)",
  },
  {
    table: 'public.customers',
    actor: 'owner',
    answer: '42501',
    statement: (_me, _them, world) => `update customers set user_id = '${world.newcomer.userId}'`,
  },
  {
    table: 'public.profiles',
    actor: 'owner',
    answer: '42501',
    statement: (_me, _them, world) => `update profiles set id = '${world.newcomer.userId}'`,
  },
  {
    table: 'storage.objects',
    actor: 'staff',
    answer: '42501',
    statement: () => "update storage.objects set bucket_id = 'elsewhere', name = 'two.webp'",
  },
]
