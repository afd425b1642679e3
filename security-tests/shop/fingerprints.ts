import { tables } from '../../supabase/tests/tables'
import type { AttackedShop } from './fixtures'

// Rows that attackers may make or change, since they are their own; everything else must stay as it was, to the last column.
const othersOnly: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(tables).flatMap(([name, { attack }]) =>
      attack.others === undefined ? [] : [[`public.${name}`, attack.others]],
    ),
  ),
  'private.checkout_carts': 't.checkout_session_id = any ($kept)',
  'private.stock_holds': 't.checkout_session_id = any ($kept)',
  'private.checkout_callers': 't.checkout_session_id = any ($kept)',
  // Rows of sign-ups and messages are counted.
  'private.counters': "t.subject <> 'customer' and t.subject not like 'message:%'",
  'private.customer_days': 'false',
  // Whoever adds to their cart has a key of their own; those of payments are watched.
  'private.idempotency_keys': "not coalesce(t.reply ? 'product_id', false)",
  'private.customer_list': 'not t.customer_id = any ($customers)',
  'private.marketing_consents': 'not t.customer_id = any ($customers)',
  'auth.users': 't.id::text = any ($kept) and not t.id = any ($staff)',
  'public.profiles': 't.id::text = any ($kept) and not t.id = any ($staff)',
  'auth.identities': 't.user_id::text = any ($kept)',
  'auth.sessions': 't.user_id::text = any ($kept)',
  'auth.refresh_tokens': 't.user_id::text = any ($kept)',
  'auth.mfa_amr_claims': 'false',
  'auth.one_time_tokens': 'false',
  'auth.flow_state': 'false',
  'auth.audit_log_entries': 'false',
  'private.rate_limits': 'false',
}

// Staff may change what they are called, so it is apart from the rest of their accounts.
const ofStaff: Readonly<Record<string, string>> = {
  'what staff are called': `
    select u.raw_user_meta_data -> 'first_name', u.raw_user_meta_data -> 'last_name', p from auth.users as u
      left join public.profiles as p on p.id = u.id where u.id = any ($staff)`,
  'the accounts of staff': `
    select to_jsonb(u) - 'raw_user_meta_data', u.raw_user_meta_data - 'first_name' - 'last_name' from auth.users as u
      where u.id = any ($staff)`,
}

// What attackers could have gained among their own rows, whose count must stay 0.
const gains: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(tables).flatMap(({ attack }) => Object.entries(attack.gains ?? {}))),
  'a hold beyond the stock':
    'select from private.stock_holds as h join public.products as p on p.id = h.product_id where h.quantity > p.inventory_quantity',
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

const list = (values: readonly string[], type: string): string =>
  `array[${values.map((value) => `'${value}'`).join(',')}]::${type}[]`

/** SQL of a part's name and the hash of its rows `t`. */
function hashed(name: string, rows: string): string {
  return `select '${name}', md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) from ${rows}`
}

/** Puts the attackers' own ids and those of staff into SQL that names them. */
function withOwn(text: string, { own, staff }: AttackedShop): string {
  return text
    .replaceAll('$users', list(own.users, 'uuid'))
    .replaceAll('$staff', list(staff, 'uuid'))
    .replaceAll('$customers', list(own.customers, 'uuid'))
    .replaceAll('$sessions', list(own.sessions, 'text'))
    .replaceAll('$checkouts', list(own.checkouts, 'text'))
}

/** Prepares the reading of fingerprints of a shop; what it holds now is what must stay. */
export async function fingerprints(shop: AttackedShop): Promise<() => Promise<Fingerprint>> {
  const { sql } = shop.backend
  const { users, customers, sessions, checkouts } = shop.own
  const kept = await sql<{ id: string }[]>`
    select session_id as id from public.checkout_sessions where not session_id = any (${checkouts})
    union select session_id from public.cart_items where session_id is not null and not session_id = any (${sessions})
    union select id::text from public.contact_messages
    union select id::text from public.email_outbox
    union select id::text from auth.users where not id = any (${users})
    union select id::text from public.customers where not id = any (${customers})`
  const found = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth', 'storage') order by 1`
  const parts = [
    ...found.map(({ name }) => hashed(name, `${name} as t where ${othersOnly[name] ?? 'true'}`)),
    ...Object.entries(ofStaff).map(([name, query]) => hashed(name, `(${query}) as t`)),
    ...Object.entries(gains).map(
      ([name, query]) => `select '${name}', count(*)::text from (${query}) as found`,
    ),
    catalog,
  ]
  const query = withOwn(parts.join('\nunion all '), shop).replaceAll(
    '$kept',
    list(
      kept.map((row) => row.id),
      'text',
    ),
  )
  return async () => {
    const rows = await sql.unsafe<{ part: string; hash: string }[]>(
      `select * from (${query}) as found (part, hash)`,
      [],
      // Planning takes a third of the time.
      { prepare: true },
    )
    return Object.fromEntries(rows.map((row) => [row.part, row.hash]))
  }
}

const limits = `
  delete from private.rate_limits;
  delete from private.stock_holds where checkout_session_id = any ($checkouts);
  update private.checkout_callers set held_from = null, held_until = null where checkout_session_id = any ($checkouts)`

/** Saves the attackers' own rows. @returns what restores them and resets the rate limits */
export async function saveOwnRows(shop: AttackedShop): Promise<() => Promise<void>> {
  const { sql } = shop.backend
  const declared = Object.entries(tables).flatMap(([name, { attack }]) =>
    attack.ownRows ? [{ name, ...attack.ownRows }] : [],
  )
  await sql`create schema saved`
  for (const { name, saved } of declared) {
    if (saved !== undefined)
      await sql.unsafe(
        withOwn(`create table saved.${name} as select * from public.${name} as t where ${saved}`, shop),
      )
  }
  const restore = withOwn([limits, ...declared.map((table) => table.restore)].join(';'), shop)
  return async () => {
    await sql.begin((tx) => tx.unsafe(restore).simple())
  }
}
