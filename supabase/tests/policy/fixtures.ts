import type { Sql } from 'postgres'
import { addToCart, complete, readyToPay, stockProduct } from '../checkout-steps'
import type { Person, Visitor, Fixtures } from '../declaration/people'
import { guarded } from '../tables'
import { as, guest, signUp, signUpStaff } from '../visitor-fixtures'

const peopleTable = `
  create schema policy_fixtures;
  create table policy_fixtures.people (name text primary key, user_id uuid, customer_id uuid, cart text, checkout text)`

/** SQL of the rows that the tables' declarations ask for, in their order. */
const rowsOf = (when: 'beforeOrders' | 'afterOrders'): string =>
  Object.values(guarded)
    .flatMap(({ fixtures }) => fixtures?.[when] ?? [])
    .join(';\n')

/** Seeds the fixtures and notes in `policy_fixtures.people` what belongs to whom. */
export async function seedFixtures(sql: Sql): Promise<Fixtures> {
  await sql.unsafe(`${rowsOf('beforeOrders')};${peopleTable}`).simple()
  const productId = await stockProduct(sql, 10, 1000)
  const buy = async (name: string, visitor: Visitor): Promise<Person> => {
    const { session_id: checkoutId } = await readyToPay(sql, visitor, productId)
    const { order_id: orderId } = await complete(sql, visitor, checkoutId)
    await addToCart(sql, visitor, productId)
    const userId = visitor.user?.id ?? ''
    const cart = visitor.headers?.['x-session-id'] ?? null
    const [customer] = await sql<{ id: string }[]>`select id from customers where user_id = ${userId || null}`
    const customerId = customer?.id ?? ''
    await sql`insert into policy_fixtures.people values (${name}, ${userId || null}, ${customerId || null}, ${cart}, ${checkoutId})`
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
    staff: await buy('staff', await signUpStaff(sql)),
    admin: await buy('admin', await signUpStaff(sql, 'admin')),
    moderator: await buy('moderator', await signUpStaff(sql, 'moderator')),
    dismissed: await buy('dismissed', await signUpStaff(sql)),
  }
  await buy('stranger', guest())
  await sql`insert into policy_fixtures.people (name, cart) values ('nobody', 'session_short')`
  await sql`insert into cart_items (product_id, quantity, session_id) values (${productId}, 1, 'session_short')`
  await sql.unsafe(rowsOf('afterOrders')).simple()
  await sql`update admin_users set is_active = false where user_id = ${people.dismissed.userId}`
  // Rows of the outbox are told apart by their order, which the email about a message has none of.
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
