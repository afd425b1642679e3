import type { Sql } from 'postgres'
import { addToCart, complete, readyToPay, stockProduct } from './shopping'
import { as, guest, hire, signUp, type Visitor } from './visitor'

/** Who tries: `nobody` sends a session id that could be guessed, `dismissed` was staff. */
export const actors = ['nobody', 'guest', 'owner', 'other', 'staff', 'dismissed', 'service'] as const
export type Actor = (typeof actors)[number]

/** Someone with rows of their own. */
export interface Person {
  visitor: Visitor
  userId: string
  email: string
  customerId: string
  orderId: string
  shipmentId: string
  checkoutId: string
}

/** A shop in which everybody has something of everything, and something of everything is switched off. */
export interface World {
  people: Record<Exclude<Actor, 'service'>, Person>
  productId: string
  /** An account with neither profile nor customer record. */
  newcomer: { userId: string; email: string }
}

const isActive = (table: string): string =>
  `update ${table} set is_active = false where name = 'Switched off'`

/** One of each switched off, and rows that no purchase makes. */
const furniture = `
  insert into categories (slug, name) values ('switched-off', 'Switched off');
  insert into products (slug, name, price, inventory_quantity) values ('switched-off', 'Switched off', 5, 9);
  insert into shipping_zones (name) values ('Switched off');
  insert into shipping_methods (name) values ('Switched off');
  insert into shipping_rules (name) values ('Switched off');
  ${['categories', 'products', 'shipping_zones', 'shipping_methods', 'shipping_rules'].map(isActive).join(';')};
  insert into storage.buckets (id, name, public) values ('elsewhere', 'elsewhere', false);
  insert into storage.objects (bucket_id, name) select id, 'one.webp' from storage.buckets;
  create schema policy_world;
  create table policy_world.people (name text primary key, user_id uuid, customer_id uuid, cart text, checkout text)`

/** What belongs to a buyer once the orders are there. */
const belongings = `
  insert into shipments (order_id, carrier) select id, 'Post' from orders;
  insert into tracking_events (shipment_id, status, description) select id, 'processing', 'Packed' from shipments;
  insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
  select id, 'Ada', 'Love', '1 High Street', 'London', 'SW1A 1AA' from customers;
  insert into wishlist_items (user_id, product_id) select user_id, (select id from products where is_active order by id desc limit 1)
  from policy_world.people where user_id is not null`

/** Seeds the world and notes in `policy_world.people` what belongs to whom. */
export async function seedWorld(sql: Sql): Promise<World> {
  await sql.unsafe(furniture).simple()
  const productId = await stockProduct(sql, 10, 1000)
  const buy = async (name: string, visitor: Visitor): Promise<Person> => {
    const { session_id: checkoutId } = await readyToPay(sql, visitor, productId)
    const { order_id: orderId } = await complete(sql, visitor, checkoutId)
    await addToCart(sql, visitor, productId)
    const userId = visitor.user?.id ?? ''
    const cart = visitor.headers?.['x-session-id'] ?? null
    const [customer] = await sql<{ id: string }[]>`select id from customers where user_id = ${userId || null}`
    const customerId = customer?.id ?? ''
    await sql`insert into policy_world.people values (${name}, ${userId || null}, ${customerId || null}, ${cart}, ${checkoutId})`
    const headers = { ...visitor.headers, 'x-checkout-session': checkoutId }
    return {
      visitor: { ...visitor, headers },
      userId,
      email: visitor.user?.email ?? '',
      customerId,
      orderId,
      shipmentId: '',
      checkoutId,
    }
  }
  const people = {
    guest: await buy('guest', guest()),
    owner: await buy('owner', await signUp(sql)),
    other: await buy('other', await signUp(sql)),
    staff: await buy('staff', await hire(sql)),
    dismissed: await buy('dismissed', await hire(sql)),
  }
  await buy('stranger', guest())
  await sql`insert into policy_world.people (name, cart) values ('nobody', 'session_short')`
  await sql`insert into cart_items (product_id, quantity, session_id) values (${productId}, 1, 'session_short')`
  await sql.unsafe(belongings).simple()
  await sql`select private.new_gift_card(5000)`
  await sql`insert into promotions (code, kind, amount_pence) values ('TRIED', 'amount', 100)`
  await sql`insert into promotion_uses (promotion_id, checkout_session_id, email, state, held_until)
    select id, ${people.owner.checkoutId}, 'ada@example.test', 'held', now() from promotions`
  await sql`update admin_users set is_active = false where user_id = ${people.dismissed.userId}`
  await as(
    sql,
    people.guest.visitor,
    (tx) => tx`
    insert into contact_messages (name, email, subject, message) values ('Ada', 'ada@example.test', 'Hello', 'Ten letters at least')`,
  )
  // Rows of the outbox are told apart by their order, which the letter about a message has none of.
  await sql`delete from email_outbox where order_id is null`
  await as(
    sql,
    people.staff.visitor,
    (tx) => tx`update products set is_featured = true where id = ${productId}`,
  )
  for (const person of Object.values(people)) {
    const [shipment] = await sql<
      { id: string }[]
    >`select id from shipments where order_id = ${person.orderId}`
    person.shipmentId = shipment?.id ?? ''
  }
  // The browser of a customer may still send the id of the guest cart it had, here another's: it opens nothing.
  people.owner.visitor.headers = {
    ...people.owner.visitor.headers,
    'x-session-id': people.guest.visitor.headers?.['x-session-id'] ?? '',
  }
  const newcomer = (await signUp(sql)).user
  await sql`delete from customers where user_id = ${newcomer?.id ?? ''}`
  await sql`delete from profiles where id = ${newcomer?.id ?? ''}`
  const nobody = { ...people.guest, visitor: { headers: { 'x-session-id': 'session_short' } } }
  return {
    people: { nobody, ...people },
    productId,
    newcomer: { userId: newcomer?.id ?? '', email: newcomer?.email ?? '' },
  }
}
