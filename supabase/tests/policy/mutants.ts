import type { Sql } from 'postgres'
import { commands, type Command } from '../declaration/table'
import { guarded } from '../tables'

/** One way to weaken what guards the data. */
export interface Mutant {
  name: string
  apply: string
  /** Where the change is to be felt; everywhere without it. */
  table?: string
  command?: Command
  /** The table whose policies ask the changed question, to be tried first. */
  askedBy?: string
  /** The declaration of policies is its witness: what visitors reach does not change while the policy asks who they are. */
  isSeenInDeclaration?: boolean
}

interface Policy {
  name: string
  table: string
  command: Command
  roles: string
  using: string | null
  check: string | null
}

async function readPolicies(sql: Sql): Promise<Policy[]> {
  return sql<Policy[]>`
    select policyname as name, schemaname || '.' || tablename as table, lower(cmd) as command, array_to_string(roles, ' ') as roles,
      qual as using, with_check as check
    from pg_policies where schemaname in ('public', 'storage') order by 2, 1`
}

/** Each policy dropped, and each of its conditions replaced by `true`, alone and together. */
function weakened(policy: Policy): Mutant[] {
  const { name, table, command, using, check } = policy
  const alter = (how: string, apply: string): Mutant => ({
    name: `${how}: ${table}, "${name}"`,
    apply: `alter policy "${name}" on ${table} ${apply}`,
    table,
    command,
  })
  const looseUsing = using !== null && using !== 'true'
  return [
    { name: `dropped: ${table}, "${name}"`, apply: `drop policy "${name}" on ${table}`, table, command },
    ...(looseUsing ? [alter('using (true)', 'using (true)')] : []),
    ...(check !== null ? [alter('with check (true)', 'with check (true)')] : []),
    ...(looseUsing && check !== null
      ? [alter('using and with check (true)', 'using (true) with check (true)')]
      : []),
    ...(policy.roles.includes('anon')
      ? []
      : [{ ...alter('widened to anon', 'to anon, authenticated'), isSeenInDeclaration: true }]),
  ]
}

/** Each table without row level security, and with every column granted to one role. */
function opened(table: string): Mutant[] {
  return [
    {
      name: `no row level security: ${table}`,
      apply: `alter table ${table} disable row level security`,
      table,
    },
    // The files of storage are granted to everybody by the platform.
    ...(table === 'storage.objects'
      ? []
      : ['anon', 'authenticated'].map((role) => ({
          name: `all granted to ${role}: ${table}`,
          apply: `grant select, insert, update, delete on ${table} to ${role}`,
          table,
        }))),
  ]
}

const tableOfQuestion: Readonly<Record<string, string>> = {
  my_customer_id: 'public.addresses',
  cart_session: 'public.cart_items',
  guest_session: 'public.cart_items',
}

const loose = (name: string, returns: string, how: string, body: string, parameters = ''): Mutant => ({
  name: `private.${name}(): ${how}`,
  askedBy: tableOfQuestion[name],
  apply: `create or replace function private.${name}(${parameters}) returns ${returns} language sql stable security definer set search_path = '' as $$ ${body} $$`,
})

/** The questions that policies ask, answered too readily. */
export const looseResults: Mutant[] = [
  loose('is_staff', 'boolean', 'everyone', 'select true'),
  loose('is_staff', 'boolean', 'whoever is signed in', 'select (select auth.uid()) is not null'),
  loose(
    'is_staff',
    'boolean',
    'the dismissed too',
    'select exists (select from public.admin_users where user_id = (select auth.uid()))',
  ),
  loose(
    'is_staff',
    'boolean',
    'as long as there is staff',
    'select exists (select from public.admin_users where is_active)',
  ),
  loose('may', 'boolean', 'everyone', 'select true', 'p_right text'),
  loose('may', 'boolean', 'whoever is staff', 'select private.is_staff()', 'p_right text'),
  loose(
    'may',
    'boolean',
    'the dismissed too',
    'select exists (select from public.admin_users where user_id = (select auth.uid()) and private.role_includes(role, p_right))',
    'p_right text',
  ),
  loose(
    'my_customer_id',
    'uuid',
    'some customer',
    'select id from public.customers where user_id is not null order by created_at, id limit 1',
  ),
  loose(
    'my_customer_id',
    'uuid',
    'some customer for those who are none',
    'select coalesce((select id from public.customers where user_id = (select auth.uid())), (select id from public.customers order by created_at, id limit 1))',
  ),
  loose('my_customer_id', 'uuid', 'nobody', 'select null::uuid'),
  loose(
    'cart_session',
    'text',
    'a customer opens the cart of the header too',
    'select private.guest_session()',
  ),
  loose('cart_session', 'text', 'any header', "select private.request_header('x-session-id')"),
  loose(
    'cart_session',
    'text',
    'some guest',
    'select session_id from public.cart_items where session_id is not null order by created_at, id limit 1',
  ),
  loose('guest_session', 'text', 'ids of any kind', "select private.request_header('x-session-id')"),
  loose(
    'guest_session',
    'text',
    'ids of any length',
    "select header from (select private.request_header('x-session-id') as header) as request where header ~ '^session_[A-Za-z0-9_-]{1,120}$'",
  ),
]

/** Objects without a declaration. */
export const undeclared: Mutant[] = [
  {
    name: 'a new table',
    apply:
      'create table public.vouchers (id int primary key); alter table public.vouchers enable row level security',
  },
  {
    name: 'a new view',
    apply:
      'create view public.all_orders as select * from public.orders; grant select on public.all_orders to anon',
  },
  {
    name: 'a new function',
    apply:
      "create function public.leak() returns text language sql set search_path = '' as $$ select 'x'::text $$",
  },
  { name: 'a definer in public', apply: 'alter function public.track_order(text, text) security definer' },
  {
    name: 'a private function for anyone',
    apply: 'grant execute on function private.new_account_token(text, text) to anon',
  },
  { name: 'a column that anyone reads', apply: 'alter table public.products add column cost_price numeric' },
  {
    name: 'a column that users write',
    apply: 'grant update (age_verified) on public.customers to authenticated',
  },
  { name: 'a column that users insert', apply: 'grant insert (role) on public.admin_users to authenticated' },
  { name: 'the right to truncate', apply: 'grant truncate on public.orders to authenticated' },
  { name: 'a sequence', apply: 'grant usage on sequence public.order_events_id_seq to anon' },
  {
    name: 'another policy',
    apply: 'create policy "Mine" on public.orders for select to authenticated using (email is null)',
  },
  {
    name: 'a policy for everyone',
    apply: 'create policy "Mine" on public.orders for select using (email is null)',
  },
  {
    name: 'a restrictive policy',
    apply: 'create policy "Mine" on public.orders as restrictive for select to authenticated using (true)',
  },
]

/** Every mutant of policies and tables. */
export async function allMutants(sql: Sql): Promise<Mutant[]> {
  return [...(await readPolicies(sql)).flatMap(weakened), ...Object.keys(guarded).flatMap(opened)]
}

/**
 * `with check (true)` on an update policy that asks the same of the new row as of the old one, and asks nothing about the
 * row itself: whoever passed `using` passes the check with any row, so loosening it changes nothing.
 */
export async function equivalentMutants(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select format('with check (true): %s.%s, "%s"', policy.schemaname, policy.tablename, policy.policyname) as name
    from pg_policies as policy
    join pg_policy on polname = policyname and polrelid = format('%I.%I', schemaname, tablename)::regclass
    where schemaname in ('public', 'storage') and cmd = 'UPDATE' and qual = with_check and not exists (
      select from pg_depend
      where classid = 'pg_policy'::regclass and objid = pg_policy.oid and refclassid = 'pg_class'::regclass and refobjid = polrelid and refobjsubid > 0)
    order by 1`
  return rows.map((row) => row.name)
}

/** Where a mutant may be felt, the likeliest place first. */
export function placesOf({ table, command, askedBy }: Mutant): (readonly [string, Command])[] {
  const dependents = (table ? (guarded[table]?.askedBy ?? []) : []).map((name) => `public.${name}`)
  const tables = table ? [table, ...dependents] : Object.keys(guarded)
  const all = tables.flatMap((name) => commands.map((each) => [name, each] as const))
  const isLikely = ([name, each]: readonly [string, Command]): boolean =>
    table ? name === table && each === command : name === askedBy
  return [...all.filter(isLikely), ...all.filter((place) => !isLikely(place))]
}
