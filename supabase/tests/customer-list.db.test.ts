import { expect, test } from 'vitest'
import { addToCart, complete, details, readyToPay, startCheckout, stockProduct } from './checkout-steps'
import { faultsIn } from './consistency'
import { callAs } from './office-steps'
import { onlyRight } from './policy/wrong-rights'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff } from './visitor-fixtures'

interface Page {
  rows: { id: string; first_name: string; last_name: string; email: string; created_at: string }[]
  all: number
  total: number
  exact: boolean
  page: number
  pages: number
}

interface Profile {
  is_guest: boolean
  orders: { order_number: string; by_guest: boolean }[] | null
  guest_orders: number | null
  addresses: { address_line_1: string; is_default: boolean }[]
}

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const list = (p_query = '', p_page = 1, p_size = 10): Promise<Page> =>
  callAs(sql, staff, 'office_customers', { p_query, p_page, p_size })
const profile = (p_id: string): Promise<Profile> => callAs(sql, staff, 'customer_profile', { p_id })
const namesOf = ({ rows }: Page) => rows.map((row) => `${row.first_name} ${row.last_name}`).sort()

async function join(first: string, last: string, email = `${crypto.randomUUID()}@joined.test`, days = 0) {
  const [row] = await sql<{ id: string }[]>`
    insert into customers (first_name, last_name, email, created_at)
    values (${first}, ${last}, ${email}, now() - ${days} * interval '1 day') returning id`
  return row?.id ?? ''
}

test('customers are found by either name, by both in any order, by part of them and by email', async () => {
  await join('Ada', 'Lane', 'countess@numbers.test')
  // Addresses of their own: the letters of a random one could be among those that are searched.
  await join('Adele', 'Planer', 'planer@joined.test')
  await join('Zoë', 'Müller-Strøm', 'strom@joined.test')
  await join('50%', 'Off_er', 'offer@joined.test')
  const found = async (query: string) => namesOf(await list(query))
  for (const query of [
    'Ada Lane',
    'Lane Ada',
    'ada  LANE ',
    'da lan',
    'countess@numbers',
    'Ada numbers.test',
  ])
    expect(await found(query), query).toEqual(['Ada Lane'])
  expect(await found('lane')).toEqual(['Ada Lane', 'Adele Planer'])
  expect(await found('muller zoe')).toEqual(['Zoë Müller-Strøm'])
  expect(await found('0%')).toEqual(['50% Off_er'])
  expect(await found('f_e')).toEqual(['50% Off_er'])
  expect(await found('a%e')).toEqual([])
  expect(await list('nobody at all')).toMatchObject({ rows: [], total: 0, exact: true, page: 1, pages: 1 })
})

test('a customer who changes name or email is found by the new one only', async () => {
  const shopper = await signUp(sql, { first_name: 'Wilhelmina', last_name: 'Oldname' })
  expect(namesOf(await list('oldname'))).toEqual(['Wilhelmina Oldname'])
  await as(sql, shopper, (tx) => tx`update customers set last_name = 'Newname'`)
  expect(namesOf(await list('oldname'))).toEqual([])
  expect(namesOf(await list('newname'))).toEqual(['Wilhelmina Newname'])
})

test('the pages hold every customer once, newest first, over days with many, few and none', async () => {
  for (const [days, count] of [
    [3, 23],
    [4, 1],
    [40, 17],
    [400, 9],
  ] as const)
    for (let number = 0; number < count; number += 1) await join('Paged', String(number), undefined, days)
  // Two that joined in the same moment.
  await sql`insert into customers (first_name, email, created_at) select 'Twin', 'twin' || i || '@joined.test', now() - interval '3 days' from generate_series(1, 12) as i`
  const expected = await sql<{ id: string }[]>`
    select id from customers where user_id is distinct from ${staff.user?.id ?? null} order by created_at desc, id`
  for (const size of [10, 7, 100]) {
    const first = await list('', 1, size)
    const ids: string[] = []
    for (let page = 1; page <= first.pages; page += 1)
      ids.push(...(await list('', page, size)).rows.map(({ id }) => id))
    expect(ids).toEqual(expected.map(({ id }) => id))
    expect(first).toMatchObject({ total: expected.length, all: expected.length, exact: true })
  }
  const last = await list('', 1_000_000)
  expect(last.page).toBe(last.pages)
  expect(last.rows.at(-1)?.id).toBe(expected.at(-1)?.id)
})

test('tallies and list follow customers that move, go and come', async () => {
  const id = await join('Moving', 'Away', undefined, 5)
  await sql`update customers set created_at = created_at - interval '20 days' where id = ${id}`
  await sql`delete from customers where first_name = 'Twin' and email < 'twin5'`
  expect(await faultsIn(sql)).toEqual({})
  expect(namesOf(await list('moving away'))).toEqual(['Moving Away'])
})

test('a text that more than 1,000 customers have is counted up to 1,000, and its pages are newest first', async () => {
  await sql`insert into customers (first_name, last_name, email, created_at)
    select 'Frequent', 'Number ' || i, 'frequent' || i || '@joined.test', now() - i * interval '1 hour' from generate_series(1, 1100) as i`
  const first = await list('frequent')
  expect(first).toMatchObject({ total: 1000, exact: false, page: 1, pages: 100 })
  expect(first.rows.map(({ last_name }) => last_name)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Number ${String(index + 1)}`),
  )
  const last = await list('frequent', 5000)
  expect(last.page).toBe(100)
  expect(last.rows[0]?.last_name).toBe('Number 991')
  expect(first.all).toBeGreaterThan(1100)
  // Two letters, which no index has.
  expect(await list('fr')).toMatchObject({ total: 1000, exact: false })
})

test('a profile marks the orders that a guest placed with the same email', async () => {
  const product = await stockProduct(sql, 20, 50)
  const buyer = guest()
  const { order_number: number } = await complete(
    sql,
    buyer,
    (await readyToPay(sql, buyer, product)).session_id,
  )
  const shopper = await signUp(sql, { first_name: 'Two', last_name: 'Ways' })
  const own = await complete(sql, shopper, (await readyToPay(sql, shopper, product)).session_id)
  await sql`update customers set email = 'Guest@Example.test' where user_id = ${shopper.user?.id ?? ''}`
  const id = (await list('Two Ways')).rows[0]?.id ?? ''
  const { orders, guest_orders: count } = await profile(id)
  expect(orders?.map((order) => [order.order_number, order.by_guest])).toEqual([
    [own.order_number, false],
    [number, true],
  ])
  expect(count).toBe(1)
  const others = (await list('Ada Lane')).rows[0]?.id ?? ''
  expect((await profile(others)).orders).toEqual([])
})

test('a profile has the ten newest orders and all addresses, the default one first', async () => {
  const product = await stockProduct(sql, 20, 50)
  const shopper = await signUp(sql, { first_name: 'Frequent', last_name: 'Buyer' })
  const numbers: string[] = []
  for (let round = 0; round < 11; round += 1) {
    const { session_id } = await readyToPay(sql, shopper, product)
    numbers.unshift((await complete(sql, shopper, session_id)).order_number)
  }
  const id = (await list('Frequent Buyer')).rows[0]?.id ?? ''
  const ids: string[] = []
  for (const line of ['1 Old Lane', '2 Main Road', '3 New Street']) {
    const [row] = await sql<{ id: string }[]>`
      insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
      values (${id}, 'F', 'B', ${line}, 'London', 'SW1A 1AA') returning id`
    ids.push(row?.id ?? '')
  }
  await as(sql, shopper, (tx) => tx`select choose_default_address(${ids[1] ?? ''})`)
  const found = await profile(id)
  expect(found.orders?.map(({ order_number }) => order_number)).toEqual(numbers.slice(0, 10))
  expect(found.addresses.map(({ address_line_1 }) => address_line_1)).toEqual([
    '2 Main Road',
    '3 New Street',
    '1 Old Lane',
  ])
})

test('a profile that does not exist is rejected, and whoever may not see orders sees none', async () => {
  expect(await rejection(profile(crypto.randomUUID()))).toMatchObject({ code: 'PT404' })
  const id = (await list('Frequent Buyer')).rows[0]?.id ?? ''
  const [before] = await sql<{ definition: string }[]>`
    select pg_get_functiondef('private.role_includes(text, text)'::regprocedure) as definition`
  await sql.unsafe(onlyRight('customers'))
  expect(await profile(id)).toMatchObject({ orders: null, guest_orders: null })
  await sql.unsafe(before?.definition ?? '')
  expect((await profile(id)).orders).toHaveLength(10)
})

/** Buys one product as a guest. */
async function buyAsGuest(email: string, changes: Record<string, unknown> = {}) {
  const buyer = guest()
  const product = await stockProduct(sql, 10, 50)
  await addToCart(sql, buyer, product)
  const checkout = await startCheckout(sql, buyer, await details(sql, 'Standard', { email, ...changes }))
  return complete(sql, buyer, checkout.session_id)
}
const guestOf = async (email: string) =>
  (await sql<{ id: string }[]>`select id from customers where is_guest and lower(email) = lower(${email})`)[0]
    ?.id ?? ''

test('whoever orders without an account is one customer by their email, however it is written', async () => {
  const before = await list()
  await buyAsGuest('Iris.Vale@guests.test', { first_name: 'Iris', last_name: 'Vale', phone: '020 7946 0018' })
  await buyAsGuest('iris.vale@guests.test', { first_name: 'I.', last_name: 'V.' })
  await buyAsGuest('other@guests.test')
  expect((await list()).all).toBe(before.all + 2)
  const { rows } = await list('iris.vale@guests')
  const [total] = await sql<{ total: number }[]>`
    select sum(total)::float as total from orders where lower(email) = 'iris.vale@guests.test'`
  expect(rows).toMatchObject([
    { first_name: 'Iris', last_name: 'Vale', total_orders: 2, total_spent: total?.total },
  ])
  const found = await profile(rows[0]?.id ?? '')
  expect(found).toMatchObject({ is_guest: true, guest_orders: 0 })
  expect(found.orders).toHaveLength(2)
})

test('orders of one guest that are placed at the same time are one customer’s', async () => {
  const buyers = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const buyer = guest()
      await addToCart(sql, buyer, await stockProduct(sql, 10, 50))
      const given = await details(sql, 'Standard', { email: 'at-once@guests.test' })
      return { buyer, checkout: await startCheckout(sql, buyer, given) }
    }),
  )
  await Promise.all(buyers.map(({ buyer, checkout }) => complete(sql, buyer, checkout.session_id)))
  expect((await list('at-once@guests')).rows).toMatchObject([{ total_orders: 4 }])
})

test('an account that confirms the address takes the guest’s place, with orders and notes', async () => {
  await buyAsGuest('later@guests.test')
  const id = await guestOf('later@guests.test')
  await as(sql, staff, (tx) => tx`insert into customer_notes (customer_id, text) values (${id}, 'Called')`)
  const shopper = await signUp(sql)
  await sql`update auth.users set email = 'later@guests.test', email_confirmed_at = now() where id = ${shopper.user?.id ?? ''}`
  const { rows } = await list('later@guests')
  expect(rows).toMatchObject([{ total_orders: 1 }])
  expect(rows[0]?.id).not.toBe(id)
  const notes = await sql`select text from customer_notes where customer_id = ${rows[0]?.id ?? ''}`
  expect(notes.map(({ text }) => text as string)).toEqual(['Called'])
  await buyAsGuest('later@guests.test')
  expect((await list('later@guests')).rows).toMatchObject([{ total_orders: 2 }])
})

test('staff are no customers while they work here', async () => {
  const { all } = await list()
  const shopper = await signUp(sql, { first_name: 'Perpetua', last_name: 'Works' })
  const user = shopper.user?.id ?? ''
  expect((await list()).all).toBe(all + 1)
  await sql`insert into admin_users (user_id, first_name, role) values (${user}, 'Perpetua', 'moderator')`
  expect((await list()).all).toBe(all)
  expect(namesOf(await list('perpetua'))).toEqual([])
  await sql`update admin_users set is_active = false where user_id = ${user}`
  expect(namesOf(await list('perpetua'))).toEqual(['Perpetua Works'])
  await sql`update admin_users set is_active = true where user_id = ${user}`
  expect((await list()).all).toBe(all)
  await sql`delete from admin_users where user_id = ${user}`
  expect((await list()).all).toBe(all + 1)
  expect(await faultsIn(sql)).toEqual({})
})
