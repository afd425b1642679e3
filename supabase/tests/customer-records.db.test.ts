import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addToCart, complete, details, startCheckout, stockProduct } from './checkout-steps'
import { faultsIn } from './consistency'
import { callAs } from './office-steps'
import { onlyRight } from './policy/wrong-rights'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

interface Row {
  id: string
  email: string
  total_orders: number
  total_spent: number
  tags: string[]
}
interface Profile extends Row {
  record: Record<string, unknown> & { version: number }
  has_account: boolean
  orders: { order_number: string; by_guest: boolean }[]
  merged: { id: string; email: string }[]
  merged_into: { id: string } | null
}

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const list = (p_query: string, p_tag = ''): Promise<{ rows: Row[]; all: number; tags: string[] }> =>
  callAs(sql, staff, 'office_customers', { p_query, p_tag })
const profile = (p_id: string): Promise<Profile> => callAs(sql, staff, 'customer_profile', { p_id })
const values = {
  first_name: 'Ada',
  last_name: 'Lane',
  phone: '020 7946 0018',
  tags: [] as string[],
  default_address: null as object | null,
}
const save = async (id: string, changes: Partial<typeof values>, version?: number) =>
  callAs(sql, staff, 'save_customer', {
    p_id: id,
    p_version: version ?? (await profile(id)).record.version,
    p_values: { ...values, ...changes },
  })
const merge = (p_main: string, p_merged: string) =>
  callAs(sql, staff, 'merge_customers', { p_main, p_merged })
const unmerge = (p_merged: string) => callAs(sql, staff, 'unmerge_customer', { p_merged })
const customerOf = async ({ user }: Visitor) =>
  (await sql<{ id: string }[]>`select id from customers where user_id = ${user?.id ?? ''}`)[0]?.id ?? ''
const logOf = (id: string) => sql<{ before: object; after: object; actor: string }[]>`
  select before, after, actor from audit_log where table_name = 'customers' and row_id = ${id} order by id`

let guests = 0
/** The id of a guest with so many orders, and their email. */
async function guestWith(orders: number) {
  const email = `guest${String((guests += 1))}@records.test`
  if (orders === 0) await sql`insert into customers (email, is_guest) values (${email}, true)`
  for (let number = 0; number < orders; number += 1) {
    const buyer = guest()
    await addToCart(sql, buyer, await stockProduct(sql, 10, 50))
    const checkout = await startCheckout(sql, buyer, await details(sql, 'Standard', { email }))
    await complete(sql, buyer, checkout.session_id)
  }
  const [row] = await sql<{ id: string }[]>`select id from customers where is_guest and email = ${email}`
  return { id: row?.id ?? '', email }
}

test('staff correct an account’s name, phone and default address, which its owner then sees; the log has what changed', async () => {
  const shopper = await signUp(sql, { first_name: 'Aad', last_name: 'Lane' })
  const id = await customerOf(shopper)
  await sql`insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
    values (${id}, 'Aad', 'Lane', '1 High Street', 'London', 'SW1A 1AA')`
  const address = (await profile(id)).record.default_address as object
  await save(id, { default_address: { ...address, first_name: 'Ada', postal_code: 'sw1a2aa' } })
  expect((await profile(id)).record).toMatchObject({
    first_name: 'Ada',
    phone: '020 7946 0018',
    default_address: { first_name: 'Ada', postal_code: 'SW1A 2AA' },
  })
  const own = await as(sql, shopper, (tx) => tx`select my_profile() ->> 'first_name' as name`)
  expect(own).toMatchObject([{ name: 'Ada' }])
  const [entry] = await logOf(id)
  expect(Object.keys(entry?.after ?? {}).sort()).toEqual(['default_address', 'first_name', 'phone'])
  expect(entry).toMatchObject({ before: { first_name: 'Aad' }, actor: staff.user?.id })
  await save(id, { default_address: (await profile(id)).record.default_address as object })
  expect(await logOf(id)).toHaveLength(1)
})

test('a change since the record was opened is a conflict that carries the record; an order is none', async () => {
  const { id, email } = await guestWith(1)
  const { version } = (await profile(id)).record
  const buyer = guest()
  await addToCart(sql, buyer, await stockProduct(sql, 10, 50))
  const checkout = await startCheckout(sql, buyer, await details(sql, 'Standard', { email }))
  await complete(sql, buyer, checkout.session_id)
  await save(id, { tags: ['vip'] }, version)
  const conflict = await rejection(save(id, { first_name: 'Other' }, version))
  expect(conflict).toMatchObject({ code: 'PT409', hint: 'stale_version' })
  expect((await profile(id)).record).toMatchObject({ first_name: 'Ada', tags: ['vip'] })
})

test.each([
  ['a phone number of letters', { phone: 'call me' }, 'phone'],
  ['a name that is too long', { last_name: 'x'.repeat(101) }, 'last_name'],
  ['21 tags', { tags: Array.from({ length: 21 }, (_, index) => `tag ${String(index)}`) }, 'tags'],
  ['a tag of 41 characters', { tags: ['x'.repeat(41)] }, 'tags'],
  ['a tag with a comma', { tags: ['a,b'] }, 'tags'],
])('%s is rejected', async (_name, changes, hint) => {
  const { id } = await guestWith(0)
  expect(await rejection(save(id, changes))).toMatchObject({ code: 'PT422', hint })
})

test('the list is filtered by tag, with a search or without, and knows the tags in use', async () => {
  const one = await guestWith(0)
  const other = await guestWith(0)
  await save(one.id, { tags: ['  Press ', 'wholesale', 'PRESS'] })
  await save(other.id, { tags: ['press'] })
  expect((await profile(one.id)).tags).toEqual(['press', 'wholesale'])
  const ids = async (query: string, tag: string) => (await list(query, tag)).rows.map(({ id }) => id).sort()
  expect(await ids('', 'Press')).toEqual([one.id, other.id].sort())
  expect(await ids(one.email, 'press')).toEqual([one.id])
  expect(await ids('', 'nothing')).toEqual([])
  expect((await list('')).tags).toEqual(expect.arrayContaining(['press', 'wholesale']))
  const [seen] = await sql`
    select has_table_privilege('authenticated', 'private.customer_tags', 'select') as may`
  expect(seen).toEqual({ may: false })
})

test('a staff account is not edited, and only the right to customers allows any of it', async () => {
  const colleague = await signUpStaff(sql)
  const id = await customerOf(colleague)
  expect(await rejection(save(id, {}))).toMatchObject({ code: 'PT409', hint: 'staff_account' })
  const { id: one } = await guestWith(0)
  const { id: other } = await guestWith(0)
  const [before] = await sql<{ definition: string }[]>`
    select pg_get_functiondef('private.role_includes(text, text)'::regprocedure) as definition`
  await sql.unsafe(onlyRight('orders'))
  expect(await rejection(merge(one, other))).toMatchObject({ code: 'PT403' })
  expect(await rejection(unmerge(other))).toMatchObject({ code: 'PT403' })
  await sql.unsafe(before?.definition ?? '')
})

test('merged records are one customer with the orders, tags and figures of all; the end of it restores each', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (counts, isAccount) => {
        const kept = isAccount ? await customerOf(await signUp(sql)) : (await guestWith(1)).id
        const merged = await Promise.all(counts.map(guestWith))
        const ids = [kept, ...merged.map(({ id }) => id)]
        await save(ids[1] ?? '', { tags: ['from a guest'] })
        const before = await Promise.all(ids.map(profile))
        const { all } = await list('')
        for (const { id } of merged) await merge(kept, id)
        for (const { id } of merged) await merge(kept, id) // pressed twice
        const after = await profile(kept)
        const sum = (figure: 'total_orders' | 'total_spent') =>
          before.reduce((total, row) => total + row[figure], 0)
        expect(after.total_orders).toBe(sum('total_orders'))
        expect(after.total_spent).toBeCloseTo(sum('total_spent'), 2)
        expect(after.orders.map((order) => order.order_number).sort()).toEqual(
          before.flatMap(({ orders }) => orders.map((order) => order.order_number)).sort(),
        )
        expect(after.tags).toEqual(['from a guest'])
        expect((await list('')).all).toBe(all - merged.length)
        // Found by each of the addresses, once.
        for (const { email } of merged) expect((await list(email)).rows.map(({ id }) => id)).toEqual([kept])
        expect(await faultsIn(sql)).toEqual({})

        for (const { id } of merged) await unmerge(id)
        const restored = await Promise.all(ids.map(profile))
        const figures = ({ total_orders, total_spent, orders }: Profile) => ({
          total_orders,
          total_spent,
          orders,
        })
        expect(restored.map(figures)).toEqual(before.map(figures))
        expect((await list('')).all).toBe(all)
        expect(await faultsIn(sql)).toEqual({})
      },
    ),
    { numRuns: 6 },
  )
})

test('a merge lets no account read a guest’s orders, nor changes what the account has of its own', async () => {
  const shopper = await signUp(sql)
  const kept = await customerOf(shopper)
  const { id } = await guestWith(2)
  await merge(kept, id)
  const own = await as(
    sql,
    shopper,
    (tx) =>
      tx`select (select count(*)::int from orders) as orders, total_orders from customers where user_id = ${shopper.user?.id ?? ''}`,
  )
  expect(own).toMatchObject([{ orders: 0, total_orders: 0 }])
  expect((await profile(kept)).total_orders).toBe(2)
  expect((await logOf(id)).map(({ after }) => after)).toEqual([{ merged: true }])
  expect((await logOf(kept)).map(({ after }) => after)).toEqual([{ merged_records: 1 }])
})

test('whoever confirms a merged guest’s address takes its orders, and what was merged into a guest follows to the account', async () => {
  const first = await guestWith(1)
  const second = await guestWith(1)
  const third = await guestWith(1)
  await merge(first.id, second.id)
  await merge(first.id, third.id)
  const confirm = async (email: string) => {
    const shopper = await signUp(sql)
    await sql`update auth.users set email = ${email}, email_confirmed_at = now() where id = ${shopper.user?.id ?? ''}`
    return customerOf(shopper)
  }
  const owner = await confirm(second.email)
  expect(await profile(owner)).toMatchObject({ total_orders: 1, merged: [], merged_into: null })
  const account = await confirm(first.email)
  expect(await profile(account)).toMatchObject({ total_orders: 2, merged: [{ email: third.email }] })
  // A record that others were merged into takes them along.
  const { id: last } = await guestWith(0)
  await unmerge(third.id)
  await merge(last, third.id)
  await merge(account, last)
  expect((await profile(account)).merged.map(({ id }) => id).sort()).toEqual([last, third.id].sort())
  // The kept record goes with its account; the others are on the list again.
  await sql`delete from customers where id = ${account}`
  expect((await list(third.email)).rows).toMatchObject([{ id: third.id, total_orders: 1 }])
  expect(await faultsIn(sql)).toEqual({})
})

test('only a guest can be merged, into a customer that is not merged itself', async () => {
  const account = await customerOf(await signUp(sql))
  const one = await guestWith(0)
  const other = await guestWith(0)
  const third = await guestWith(0)
  const reason = async (kept: string, merged: string) => (await rejection(merge(kept, merged))).hint
  expect(await reason(one.id, account)).toBe('not_a_guest')
  expect(await reason(one.id, one.id)).toBe('same_customer')
  expect(await reason(one.id, crypto.randomUUID())).toBe('customer_not_found')
  expect(await reason(await customerOf(staff), one.id)).toBe('staff_account')
  await merge(account, one.id)
  expect(await reason(one.id, third.id)).toBe('merged_meanwhile')
  expect(await reason(other.id, one.id)).toBe('merged_meanwhile')
})

test('two who merge the same records the opposite way at once merge them one way', async () => {
  const one = await guestWith(1)
  const other = await guestWith(1)
  const results = await Promise.allSettled([merge(one.id, other.id), merge(other.id, one.id)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await list(one.email)
  expect(rows).toMatchObject([{ total_orders: 2 }])
  expect(await faultsIn(sql)).toEqual({})
})
