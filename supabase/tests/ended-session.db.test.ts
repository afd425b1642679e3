import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addToCart, stockProduct } from './checkout-steps'
import { callAs } from './office-steps'
import { confirmedUser, knownPerson, withSession } from './person-fixtures'
import { account, invite, read, tokenTo } from './staff-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const owner = await signUpStaff(sql)
const ended = { code: 'PT401', hint: 'session_ended' }
const end = ({ session }: Visitor) => sql`delete from auth.sessions where id = ${session ?? ''}`

/** A finished shopper with a row in every table that can name them, and two sessions. */
async function shopper() {
  const known = await knownPerson(sql, owner)
  return {
    ...known,
    here: await withSession(sql, known.visitor),
    elsewhere: await withSession(sql, known.visitor),
  }
}
const person = await shopper()

const personal = [
  'orders',
  'order_events',
  'shipments',
  'tracking_events',
  'returns',
  'refunds',
  'customers',
  'addresses',
  'profiles',
  'wishlist_items',
  'cart_items',
  'reviews',
]
const rowsOf = async (by: Visitor) => {
  const counts: Record<string, number> = {}
  for (const table of personal) {
    const rows = await as(sql, by, (tx) => tx<{ one: number }[]>`select 1 as one from ${tx(table)} limit 1`)
    counts[table] = rows.length
  }
  return counts
}
const none = Object.fromEntries(personal.map((table) => [table, 0]))
const rowsSeen = await rowsOf(person.here)

test('an open session reads what is its owner’s', () => {
  expect(Object.entries(rowsSeen).filter(([, count]) => count > 0).length).toBeGreaterThan(8)
})

test.each([
  [
    'was ended on another device',
    (who: Visitor) => callAs(sql, person.elsewhere, 'end_session', { p_id: who.session }),
  ],
  [
    'is past its end',
    (who: Visitor) => sql`update auth.sessions set not_after = now() where id = ${who.session ?? ''}`,
  ],
])(
  'the token of a session that %s reads nothing personal, and another session goes on',
  async (_how, stop) => {
    const here = await withSession(sql, person.visitor)
    await stop(here)
    expect(await rowsOf(here)).toEqual(none)
    expect(await rowsOf(person.elsewhere)).toEqual(rowsSeen)
  },
)

test('a token that names another user’s session reads nothing', async () => {
  const other = await confirmedUser(sql)
  expect(
    await rowsOf({ ...person.visitor, session: (await withSession(sql, other.visitor)).session }),
  ).toEqual(none)
})

test.each([
  ['export_my_data', {}],
  ['my_profile', {}],
  ['save_profile', { p_first_name: 'Eve', p_last_name: 'X', p_phone: '' }],
  ['set_marketing_consent', { p_given: false, p_words: '' }],
  ['my_sessions', {}],
  ['end_session', { p_id: randomUUID() }],
  ['count_my_orders', {}],
  ['order_choices', { p_order: person.orders[0] }],
  ['cancel_my_order', { p_order: person.orders[0] }],
  ['reorder', { p_order: person.orders[0] }],
  ['request_return', { p_id: randomUUID(), p_order: person.orders[0], p_lines: [{ line: 0 }] }],
  ['cart_merge', {}],
])('%s says that the session has ended', async (name, args) => {
  const here = await withSession(sql, person.visitor)
  await end(here)
  expect(await rejection(callAs(sql, here, name, args))).toMatchObject(ended)
})

test('writes of an ended session are rejected, to the cart as well', async () => {
  const here = await withSession(sql, person.visitor)
  await end(here)
  const product = await stockProduct(sql, 10, 5)
  expect(await rejection(addToCart(sql, { ...here, ...guest() }, product))).toMatchObject(ended)
  expect(
    await rejection(
      as(
        sql,
        here,
        (tx) => tx`insert into wishlist_items (user_id, product_id) values (${person.user}, ${product})`,
      ),
    ),
  ).toMatchObject({ code: '42501' })
  const changed = await as(
    sql,
    here,
    (tx) => tx`update profiles set first_name = 'Eve' where id = ${person.user}`,
  )
  expect(changed.count).toBe(0)
})

test('what every visitor may do works with the token of an ended session too', async () => {
  const here = await withSession(sql, person.visitor)
  await end(here)
  expect(await as(sql, here, (tx) => tx`select id from products where is_active limit 1`)).toHaveLength(1)
  const [order] = await sql<
    { number: string }[]
  >`select order_number as number from orders where id = ${person.orders[0] ?? ''}`
  const track = (contact: string | null) =>
    callAs<object | null>(sql, here, 'track_order', { p_order_number: order?.number, p_contact: contact })
  expect(await track(null)).toBeNull()
  expect(await track(person.email)).not.toBeNull()
})

test('staff whose session has ended have no right and are told so; who was dismissed is told that', async () => {
  const member = await signUpStaff(sql)
  const here = await withSession(sql, member)
  expect(await callAs(sql, here, 'my_rights', {})).toContain('staff')
  await end(here)
  for (const call of ['my_rights', 'office_staff', 'office_mail'])
    expect(await rejection(callAs(sql, here, call, {}))).toMatchObject(ended)
  expect(await rejection(callAs(sql, here, 'dashboard_stats', {}))).toMatchObject({ hint: 'staff_only' })
  for (const table of ['admin_users', 'orders', 'audit_log'])
    expect(await as(sql, here, (tx) => tx`select 1 from ${tx(table)} limit 1`)).toHaveLength(0)
  await sql`update admin_users set is_active = false where user_id = ${member.user?.id ?? ''}`
  expect(await callAs(sql, here, 'my_rights', {})).toEqual([])
})

test('an ended session accepts no invitation', async () => {
  const email = `${randomUUID()}@invited.test`
  await invite(sql, owner, email)
  const token = await tokenTo(sql, email)
  const here = await withSession(sql, await account(sql, email))
  await end(here)
  expect(await rejection(callAs(sql, here, 'accept_invitation', { p_token: token }))).toMatchObject(ended)
  expect(await read(sql, guest(), token)).toMatchObject({ state: 'valid' })
})

test('a policy that goes by the user asks whether their session is open', async () => {
  const policies = await sql<{ name: string }[]>`
    select tablename || ': ' || policyname as name from pg_policies
    where concat(qual, with_check) like '%auth.uid()%' and concat(qual, with_check) !~ 'private.(may|is_staff)\\('`
  expect(policies.map(({ name }) => name)).toEqual([])
})
