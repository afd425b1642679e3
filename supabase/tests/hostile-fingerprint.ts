import type { BackendAccess, HostileShop } from './hostile-shop'

// Rows that attackers may make or change in their own corner; everything else must stay as it was, to the last column.
const othersOnly: Readonly<Record<string, string>> = {
  'public.cart_items':
    'not (t.customer_id is not null and t.customer_id = any ($customers)) and (t.customer_id is not null or t.session_id = any ($kept))',
  'public.checkout_sessions': 't.session_id = any ($kept)',
  'public.payment_attempts': 't.checkout_session_id = any ($kept)',
  'private.checkout_carts': 't.checkout_session_id = any ($kept)',
  'private.stock_holds': 't.checkout_session_id = any ($kept)',
  'private.checkout_callers': 't.checkout_session_id = any ($kept)',
  'public.contact_messages': 't.id::text = any ($kept)',
  'public.email_outbox': 't.id::text = any ($kept)',
  'public.profiles': 't.id::text = any ($kept)',
  'public.customers': 't.id::text = any ($kept)',
  'public.addresses': 'not t.customer_id = any ($customers)',
  'public.wishlist_items': 'not t.user_id = any ($users)',
  'private.counters': "t.subject <> 'customer'",
  'auth.users': 't.id::text = any ($kept)',
  'auth.identities': 't.user_id::text = any ($kept)',
  'auth.sessions': 't.user_id::text = any ($kept)',
  'auth.refresh_tokens': 't.user_id::text = any ($kept)',
  'auth.mfa_amr_claims': 'false',
  'auth.one_time_tokens': 'false',
  'auth.flow_state': 'false',
  'auth.audit_log_entries': 'false',
  'private.rate_limits': 'false',
}

// What attackers could have gained in their own corner, and its count must stay 0.
const gains: Readonly<Record<string, string>> = {
  'a checkout not priced by the shop': `
    select from public.checkout_sessions as s where not s.session_id = any ($kept) and s.status <> 'expired'
      and not (s.metadata ? 'gift_card' and s.total between 25 and 500 and s.total = (s.metadata #>> '{gift_card,pence}')::numeric / 100)
      and (private.checkout_figures(s.cart_items, s.shipping_method_id, s.shipping_address) ->> 'total')::numeric is distinct from s.total`,
  'a checkout paid':
    "select from public.checkout_sessions as s where not s.session_id = any ($kept) and (s.status = 'completed' or s.completed_at is not null)",
  'a checkout of somebody else': `
    select from public.checkout_sessions as s where not s.session_id = any ($kept)
      and ((s.user_id is not null and not s.user_id = any ($users)) or (s.customer_id is not null and not s.customer_id = any ($customers)))`,
  'a checkout without an end':
    "select from public.checkout_sessions where expires_at > now() + interval '2 days'",
  'a line beyond the stock':
    'select from public.cart_items as c join public.products as p on p.id = c.product_id where c.quantity > p.inventory_quantity or c.quantity < 1 or not p.is_active',
  'a hold beyond the stock':
    'select from private.stock_holds as h join public.products as p on p.id = h.product_id where h.quantity > p.inventory_quantity',
  'a customer with figures': `
    select from public.customers as c where not c.id::text = any ($kept)
      and (c.age_verified or c.stripe_customer_id is not null or (c.total_orders > 1) or (c.user_id is null))`,
  'an address of nobody':
    'select from public.addresses as a where not exists (select from public.customers as c where c.id = a.customer_id)',
  'a letter read':
    'select from public.contact_messages as m where not m.id::text = any ($kept) and m.is_read',
  'a letter with words of their own': `
    select from public.email_outbox as e where not e.id::text = any ($kept)
      and (e.kind <> 'contact_received' or e.order_id is not null or e.data <> '{}')`,
  'a user with rights': `
    select from auth.users as u where not u.id::text = any ($kept)
      and (u.role is distinct from 'authenticated' or u.raw_app_meta_data - 'provider' - 'providers' <> '{}')`,
  'a stranger confirmed': `
    select from auth.users as u where not u.id::text = any ($kept) and not u.id = any ($users) and u.email_confirmed_at is not null`,
}

const catalog = `
  select 'the schema', md5(string_agg(line, E'\\n' order by line)) from (
    select format('%s.%s %s %s %s', n.nspname, c.relname, c.relkind, c.relacl::text, c.relrowsecurity) as line
      from pg_class as c join pg_namespace as n on n.oid = c.relnamespace where n.nspname in ('public', 'private', 'auth', 'storage')
    union all select format('%s %s %s', p.oid::regprocedure, p.proacl::text, md5(p.prosrc)) from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private')
    union all select format('%s %s %s %s %s', tablename, policyname, cmd, qual, with_check) from pg_policies
    union all select format('%s %s %s', rolname, rolsuper, rolbypassrls) from pg_roles
  ) as lines`

/** What must not change, part by part: a hash for each table, and the count of what nobody may gain. */
export type Fingerprint = Record<string, string>

/** Prepares the reading of fingerprints of a shop; what it holds now is what must stay. */
export async function fingerprints(shop: HostileShop<BackendAccess>): Promise<() => Promise<Fingerprint>> {
  const { sql } = shop.backend
  const { users, customers, sessions, checkouts } = shop.own
  const kept = await sql<{ id: string }[]>`
    select session_id as id from public.checkout_sessions where not session_id = any (${checkouts})
    union select session_id from public.cart_items where session_id is not null and not session_id = any (${sessions})
    union select id::text from public.contact_messages
    union select id::text from public.email_outbox
    union select id::text from auth.users where not id = any (${users})
    union select id::text from public.customers where not id = any (${customers})`
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth', 'storage') order by 1`
  const list = (values: readonly string[], type: string): string =>
    `array[${values.map((value) => `'${value}'`).join(',')}]::${type}[]`
  const parts = [
    ...tables.map(
      ({ name }) =>
        `select '${name}', md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) from ${name} as t where ${othersOnly[name] ?? 'true'}`,
    ),
    ...Object.entries(gains).map(
      ([name, query]) => `select '${name}', count(*)::text from (${query}) as found`,
    ),
    catalog,
  ]
  const query = parts
    .join('\nunion all ')
    .replaceAll(
      '$kept',
      list(
        kept.map((row) => row.id),
        'text',
      ),
    )
    .replaceAll('$users', list(users, 'uuid'))
    .replaceAll('$customers', list(customers, 'uuid'))
  return async () => {
    const rows = await sql.unsafe<{ part: string; hash: string }[]>(
      `select * from (${query}) as found (part, hash)`,
    )
    return Object.fromEntries(rows.map((row) => [row.part, row.hash]))
  }
}

/** Puts the attackers' own corner back to where it was, and forgets how often they tried. */
export async function cornerKeeper(shop: HostileShop<BackendAccess>): Promise<() => Promise<void>> {
  const { sql } = shop.backend
  const { users, customers, sessions, checkouts } = shop.own
  await sql`create schema corner`
  await sql`create table corner.cart_items as select * from public.cart_items where customer_id = any (${customers}) or session_id = any (${sessions})`
  await sql`create table corner.checkout_sessions as select * from public.checkout_sessions where session_id = any (${checkouts})`
  await sql`create table corner.addresses as select * from public.addresses where customer_id = any (${customers})`
  await sql`create table corner.kept as select session_id from public.checkout_sessions`
  const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(',')
  return async () => {
    await sql.begin((tx) =>
      tx
        .unsafe(
          `
      delete from private.rate_limits;
      delete from public.checkout_sessions where session_id not in (select session_id from corner.kept);
      update public.checkout_sessions as s set status = c.status, expires_at = c.expires_at from corner.checkout_sessions as c where c.session_id = s.session_id and s.* is distinct from c.*;
      delete from public.payment_attempts where checkout_session_id in (${quoted(checkouts)});
      delete from private.stock_holds where checkout_session_id in (${quoted(checkouts)});
      update private.checkout_callers set held_from = null, held_until = null where checkout_session_id in (${quoted(checkouts)});
      delete from public.cart_items where customer_id in (${quoted(customers)}) or customer_id is null and session_id not in (select cart_session_id from private.checkout_carts where checkout_session_id not in (${quoted(checkouts)}));
      insert into public.cart_items select * from corner.cart_items;
      delete from public.addresses where customer_id in (${quoted(customers)});
      insert into public.addresses select * from corner.addresses;
      delete from public.wishlist_items where user_id in (${quoted(users)});
      update public.customers set first_name = 'Own', last_name = 'Name', phone = null where id in (${quoted(customers)}) and (first_name, last_name) <> ('Own', 'Name');
      update public.profiles set first_name = 'Own', last_name = 'Name' where id in (${quoted(users)}) and (first_name, last_name) <> ('Own', 'Name');
    `,
        )
        .simple(),
    )
  }
}
