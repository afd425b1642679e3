import type { TransactionSql } from 'postgres'

/**
 * Adds the messages numbered `from` to `to`, of customers and others over five years: one in fifty is unread, one in five open,
 * most of them closed, and two in three belong to one of five members of staff.
 */
export async function loadMessages(
  sql: TransactionSql,
  from: number,
  to: number,
  customers: number,
): Promise<void> {
  await sql`
    insert into auth.users (id) select md5('colleague' || i)::uuid from generate_series(1, 5) as i on conflict do nothing`
  // Neither counted against the sender nor acknowledged by email.
  await sql`alter table contact_messages disable trigger limit_contact_messages, disable trigger acknowledge_messages`
  await sql`
    insert into contact_messages (id, name, email, subject, message, is_read, status, assignee, created_at)
    select md5('message' || i)::uuid, 'Writer ' || i, coalesce(customers.email, 'writer' || i || '@mail.test'),
      (array['Delivery', 'Returns', 'A question', 'Gift wrapping'])[1 + (i & 3)] || ' ' || i,
      repeat('When does my parcel come? ', 8), i % 50 <> 0,
      case when i % 5 = 1 then 'open' when i % 5 = 2 then 'answered' else 'closed' end,
      case when i % 3 <> 0 then md5('colleague' || 1 + i % 5)::uuid end,
      now() - (1 + 1825 * growth.unit(i, 50)) * interval '1 day'
    from generate_series(${from}::bigint, ${to}::bigint) as i
    left join customers on i % 2 = 0 and customers.user_id = md5('user' || 1 + i % ${customers}::bigint)::uuid`
  await sql`alter table contact_messages enable trigger limit_contact_messages, enable trigger acknowledge_messages`
  await sql`
    insert into contact_replies (id, message_id, author, text, created_at)
    select md5('reply' || i)::uuid, md5('message' || i)::uuid, md5('colleague' || 1 + i % 5)::uuid, 'It comes tomorrow.', now()
    from generate_series(${from}::bigint, ${to}::bigint) as i where i % 5 = 2`
}

/** Adds a note to every tenth order numbered `from` to `to`, and to that many customers. */
export async function loadNotes(sql: TransactionSql, from: number, to: number): Promise<void> {
  await sql`
    insert into order_notes (order_id, text, created_at)
    select md5('order' || i)::uuid, 'Called about the address.', now()
    from generate_series(${from}::bigint, ${to}::bigint) as i where i % 10 = 0`
  await sql`
    insert into customer_notes (customer_id, text, created_at)
    select customers.id, 'Prefers email.', now()
    from generate_series(${from}::bigint, ${to}::bigint) as i join customers on customers.user_id = md5('user' || i)::uuid
    where i % 10 = 0`
}
