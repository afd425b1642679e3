import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { addToCart, complete, details, reserve, startCheckout, stockProduct } from './checkout-steps'
import type { Person } from './find-personal-data'
import { orderEdits } from './order-edit-fixtures'
import { refundFixtures } from './refund-fixtures'
import { as, guest, signUp, type Visitor } from './visitor-fixtures'

/** Somebody with a row in every table that can name them. */
export interface KnownPerson extends Person {
  visitor: Visitor
  /** One delivered and partly returned, one placed as a guest, one cancelled. */
  orders: string[]
  /** The payment that they have begun is given up. */
  endPayment(): Promise<void>
  /** Texts by which their rows would be recognised. */
  texts: string[]
}

/** A confirmed account. */
export async function confirmedUser(sql: Sql): Promise<Person & { visitor: Visitor }> {
  const visitor = await signUp(sql, { first_name: 'Ottoline', last_name: 'Penhaligon' })
  const { id: user = '', email = '' } = visitor.user ?? {}
  await sql`update auth.users set email_confirmed_at = now() where id = ${user}`
  const [customer] = await sql<{ id: string }[]>`select id from customers where user_id = ${user}`
  return { user, email, customer: customer?.id ?? '', visitor }
}

/** The same visitor with a session that was opened so many minutes ago. */
export async function withSession(sql: Sql, visitor: Visitor, minutes = 0): Promise<Visitor> {
  const session = randomUUID()
  await sql`insert into auth.sessions (id, user_id, created_at, user_agent)
    values (${session}, ${visitor.user?.id ?? ''}, now() - ${`${String(minutes)} minutes`}::interval, 'Mozilla/5.0 (Test)')`
  return { ...visitor, session }
}

/** Fills the shop with everything that it can know of one person. Their orders are finished. */
export async function knownPerson(sql: Sql, staff: Visitor): Promise<KnownPerson> {
  const shop = refundFixtures(sql, staff)
  const person = await confirmedUser(sql)
  const { visitor, user, email, customer } = person
  const who = {
    email,
    first_name: 'Ottoline',
    last_name: 'Penhaligon',
    phone: '07700 900461',
    shipping_address: { address_line_1: '7 Quillet Mews', city: 'Mousehole', postal_code: 'TR18 4AA' },
  }

  await as(sql, visitor, async (tx) => {
    await tx`select save_profile('Ottoline', 'Penhaligon', '07700 900461')`
    await tx`select set_marketing_consent(true, ${(await words(sql)).words})`
    await tx`insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
      values (${customer}, 'Ottoline', 'Penhaligon', '7 Quillet Mews', 'Mousehole', 'TR18 4AA')`
  })
  const product = await stockProduct(sql, 20, 100)
  const gone = await stockProduct(sql, 20, 0)
  await as(
    sql,
    visitor,
    (tx) => tx`insert into wishlist_items (user_id, product_id) values (${user}, ${product})`,
  )
  await as(sql, visitor, (tx) => tx`select ask_back_in_stock(${gone}, ${email})`)

  const card = await shop.cards.card(500)
  const place = async (by: Visitor, withCard: boolean) => {
    await addToCart(sql, by, product, 2)
    const checkout = await startCheckout(sql, by, await details(sql, 'Express', who))
    const [promotion] = await sql<
      { code: string }[]
    >`insert into promotions (code, kind, percent) values (${`P${randomUUID().slice(0, 8)}`}, 'percent', 10) returning code`
    await as(sql, by, (tx) => tx`select apply_promotion(${checkout.session_id}, ${promotion?.code ?? ''})`)
    if (withCard) await shop.cards.apply(by, checkout, card.code)
    await reserve(sql, by, checkout)
    return (await complete(sql, by, checkout.session_id)).order_id
  }
  const own = await place(visitor, true)
  const asGuest = await place(guest(), false)
  const cancelled = await place(visitor, false)
  await sql`insert into returned_payments (reference, checkout_session_id, amount, currency, reason)
    select ${`pi_${randomUUID()}`}, checkout_session_id, 1, 'GBP', 'paid_twice' from orders where id = ${own}`
  const orders = [own, asGuest, cancelled]
  // Links of emails to guests, from before the address had an account.
  await sql`insert into private.receipt_links (token_hash, order_id) values (${randomUUID()}, ${asGuest})`
  await sql`insert into account_creation_tokens (token_hash, checkout_session_id, email)
    select ${randomUUID()}, checkout_session_id, ${email} from orders where id = ${asGuest}`

  await orderEdits(sql, staff).edit(
    { id: own },
    {
      lines: [{ line: 0, quantity: 3 }],
      address: { address_line_1: 'Penhaligon House', city: 'London', postal_code: 'SW1A 2AA' },
      reason: 'Ottoline rang',
      takePayment: true,
    },
  )
  const [shipment] = await sql`
    insert into shipments (order_id, carrier, tracking_number) values (${own}, 'Royal Mail', 'QX-PENHALIGON-1') returning id`
  await sql`insert into tracking_events (shipment_id, status, description, location)
    values (${String(shipment?.id)}, 'delivered', 'Handed to O. Penhaligon', 'Mousehole')`
  await shop.setStatus({ id: asGuest }, { status: 'delivered' })
  await shop.setStatus({ id: cancelled }, { status: 'cancelled' })
  await as(sql, staff, async (tx) => {
    await tx`insert into order_notes (order_id, text) values (${own}, 'Ottoline rang about the parcel')`
    await tx`insert into customer_notes (customer_id, text) values (${customer}, 'Prefers to be written to')`
  })
  // Another address that staff take for theirs.
  const [alias] = await sql<{ id: string }[]>`
    insert into customers (email, is_guest) values (${`${randomUUID()}@guests.test`}, true) returning id`
  await as(sql, staff, async (tx) => {
    const [found] = await tx<{ version: number }[]>`
      select (customer_profile(${customer}) -> 'record' ->> 'version')::integer as version`
    await tx`select save_customer(${customer}, ${found?.version ?? 0}, ${JSON.stringify({
      first_name: 'Ottoline',
      last_name: 'Penhaligon',
      phone: '07700 900462',
      tags: ['likes silk'],
    })}::text::jsonb)`
    await tx`select merge_customers(${customer}, ${alias?.id ?? ''})`
  })
  const returned = randomUUID()
  await as(
    sql,
    visitor,
    (tx) => tx`
      select request_return(${returned}, ${own}, ${JSON.stringify([{ line: 0, quantity: 1, reason: 'faulty', sealed: false, comment: 'Ottoline found a chip' }])}::text::jsonb)`,
  )
  await as(sql, staff, async (tx) => {
    await tx`select decide_return(${returned}, ${JSON.stringify([{ line: 0, approved: true }])}::text::jsonb, 'Dear Ottoline')`
    await tx`select receive_return(${returned}, ${JSON.stringify([{ line: 0, received: 1, condition: 'as_new', restock: true }])}::text::jsonb)`
  })
  const refund = randomUUID()
  await as(sql, staff, (tx) => tx`select refund_return(${returned}, ${refund})`)
  await shop.settle(refund)
  await sql`insert into exchanges (return_id, order_id) values (${returned}, ${cancelled})`
  await sql`insert into private.waiting_exchanges (return_id, refund_id, checkout_session_id)
    select ${returned}, ${refund}, checkout_session_id from orders where id = ${own}`
  await sql`update refunds set note = 'Ottoline agreed' where id = ${refund}`
  await sql`insert into reviews (order_id, line, product_id, rating, body, author)
    values (${own}, 0, ${product}, 5, 'Lovely, says Ottoline', 'Ottoline P')`

  await sql`insert into contact_messages (name, email, subject, message)
    values ('Ottoline Penhaligon', ${email}, 'A question', 'Is it made of silk, please?')`
  const [message] = await sql<{ id: string }[]>`select id from contact_messages where email = ${email}`
  await sql`insert into contact_replies (id, message_id, text) values (${randomUUID()}, ${message?.id ?? ''}, 'Dear Ottoline, it is')`
  // One that staff have deleted stands in the log of changes.
  const [deleted] = await sql<{ id: string }[]>`
    insert into contact_messages (name, email, subject, message)
    values ('Ottoline Penhaligon', ${email}, 'Another', 'Please call me at home.') returning id`
  await as(sql, staff, (tx) => tx`delete from contact_messages where id = ${deleted?.id ?? ''}`)
  const sent = await shop.cards.card(2000)
  await sql`update gift_cards set recipient_email = ${email}, recipient_name = 'Ottoline' where id = ${sent.id}`
  // Somebody who worked here once.
  await sql`insert into admin_users (user_id, first_name, is_active) values (${user}, 'Ottoline', false)`
  await sql`insert into staff_views (owner, screen, name) values (${user}, 'orders', 'Mine')`
  await sql`insert into private.setup_dismissals (user_id) values (${user})`
  await sql`insert into staff_invitations (email, first_name, role, token_hash, invited_by)
    values (${email}, 'Ottoline', 'admin', ${randomUUID()}, ${staff.user?.id ?? ''})`

  await sql`insert into private.draft_orders (author, customer_id, email, first_name, last_name, phone, shipping_address)
    values (${user}, ${customer}, ${email}, 'Ottoline', 'Penhaligon', '07700 900461', ${JSON.stringify(who.shipping_address)}::text::jsonb)`

  await addToCart(sql, visitor, product, 1)
  const open = await startCheckout(sql, visitor, await details(sql, 'Express', who))
  await as(sql, visitor, (tx) => tx`select apply_gift_card(${open.session_id}, ${sent.code})`)
  await reserve(sql, visitor, open)
  return {
    ...person,
    orders,
    async endPayment() {
      await sql`update payment_attempts set status = 'abandoned', settled_at = now()
        where checkout_session_id = ${open.session_id}`
    },
    texts: [
      user,
      customer,
      email,
      'Ottoline',
      'Penhaligon',
      'Quillet',
      '07700 900461',
      '7700900461',
      'TR18 4AA',
      'Mousehole',
    ],
  }
}

async function words(sql: Sql): Promise<{ words: string }> {
  const [row] = await sql<{ words: string }[]>`select private.marketing_words() as words`
  return row ?? { words: '' }
}
