import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { faultsIn } from './consistency'
import { callAs } from './office-steps'
import { refundFixtures } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUpStaff } from './visitor-fixtures'

/** Orders numbered from `from` to `to`, some hours apart over many days; every 60th day has a hundred of them. */
async function addOrders(from: number, to: number): Promise<void> {
  await sql`
    insert into checkout_sessions (session_id, status, email, first_name, last_name, shipping_address, billing_address, subtotal, tax_amount, shipping_amount, total, cart_items, expires_at)
    select 'cs_' || md5('a' || i) || md5('b' || i), 'completed', 'a@b.test', 'A', 'B', '{}', '{}', 10, 2, 0, 12, '[]', now()
    from generate_series(${from}::int, ${to}::int) as i`
  await sql`
    insert into orders (order_number, email, status, payment_status, subtotal, tax_amount, shipping_amount, total, items,
      shipping_address, billing_address, checkout_session_id, gift_card_amount, gift_card_hint, created_at)
    select 'AM20240101-' || lpad(i::text, 5, '0'),
      case when i % 7 = 0 then null when i % 100 = 1 then 'rare.bird' || i || '@post.test' else 'shopper' || i % 900 || '@mail.test' end,
      (array['completed', 'completed', 'shipped', 'processing', 'pending', 'delivered', 'cancelled'])[1 + i * 31 % 7],
      (array['succeeded', 'succeeded', 'succeeded', 'succeeded', 'pending', 'failed', 'refunded', 'succeeded'])[1 + i * 17 % 8],
      10 + i % 9, 2, 0, 12 + i % 9, '[]', jsonb_strip_nulls(jsonb_build_object('country', case when i % 50 = 3 then 'FR' when i % 90 <> 5 then 'GB' end,
        'first_name', case when i % 400 = 3 then 'José' else 'Ada' end, 'last_name', case when i % 70 = 3 then 'Nuñez' else 'Hale' end,
        'postal_code', case when i % 300 = 4 then 'BA1 2QH' when i % 300 = 5 then '10115' else 'sw1a 1aa' end)),
      '{}', 'cs_' || md5('a' || i) || md5('b' || i), case when i % 20 = 9 then 5 else 0 end, case when i % 20 = 9 then 'ABCD' end,
      -- Around the change to summer time, with equal moments.
      timestamptz '2024-04-20 00:00+01' - (i / 4 * case when i between 400 and 500 then 1 else 97 end) * interval '1 minute'
    from generate_series(${from}::int, ${to}::int) as i`
}

// Its orders are written without the checkout that would have made them.
const sql = await testDatabase({ faults: 'unchecked' })
const staff = await signUpStaff(sql)
await addOrders(1, 3000)

interface Page {
  rows: { id: string; order_number: string; email: string | null; total: number; payment_status: string }[]
  total: number
  exact: boolean
  page: number
  pages: number
  countries: string[]
  within: number | null
}

const list = (filter: Record<string, unknown> = {}, page = 1, size = 10, sort = 'newest'): Promise<Page> =>
  callAs(sql, staff, 'office_orders', { p_filter: filter, p_page: page, p_size: size, p_sort: sort })

const london = "(created_at at time zone 'Europe/London')::date"
const filters: [name: string, filter: Record<string, unknown>, condition: string][] = [
  ['nothing', {}, 'true'],
  ['pending payment', { payment: 'pending' }, "payment_status = 'pending'"],
  ['succeeded', { payment: 'succeeded' }, "payment_status = 'succeeded'"],
  ['failed', { payment: 'failed' }, "payment_status = 'failed'"],
  ['refunded', { payment: 'refunded' }, "payment_status = 'refunded'"],
  ['a status', { status: 'shipped' }, "status = 'shipped'"],
  [
    'a status and a payment',
    { status: 'cancelled', payment: 'refunded' },
    "status = 'cancelled' and payment_status = 'refunded'",
  ],
  ['a day', { from: '2024-03-31', to: '2024-03-31' }, `${london} = '2024-03-31'`],
  ['days from', { from: '2024-03-30' }, `${london} >= '2024-03-30'`],
  ['days to', { to: '2024-03-01' }, `${london} <= '2024-03-01'`],
  ['no day', { from: '2024-03-02', to: '2024-03-01' }, 'false'],
  ['a country', { country: 'FR' }, "shipping_address ->> 'country' = 'FR'"],
  ['the usual country', { country: 'GB' }, "shipping_address ->> 'country' = 'GB'"],
  ['a gift card', { gift_card: true }, 'gift_card_amount > 0'],
  ['unshipped', { unshipped: true }, "payment_status = 'succeeded' and status in ('pending', 'processing')"],
  [
    'all at once',
    { unshipped: true, country: 'GB', gift_card: true, from: '2023-12-01', to: '2024-04-01' },
    `payment_status = 'succeeded' and status in ('pending', 'processing') and gift_card_amount > 0
      and shipping_address ->> 'country' = 'GB' and ${london} between '2023-12-01' and '2024-04-01'`,
  ],
  ['part of a number', { q: '-0004' }, "order_number like '%-0004%'"],
  ['a whole number in small letters', { q: 'am20240101-00042' }, "order_number = 'AM20240101-00042'"],
  ['part of an email, of few', { q: 'RARE.b' }, "email like '%rare.b%'"],
  ['an email', { q: 'shopper8@mail.test' }, "email = 'shopper8@mail.test'"],
  [
    'a text among failed of a period',
    { q: 'shopper', payment: 'failed', from: '2024-03-30' },
    `email like '%shopper%' and payment_status = 'failed' and ${london} >= '2024-03-30'`,
  ],
  ['a text that more than a thousand have', { q: 'mail' }, "email like '%mail%'"],
  ['a name without its accents', { q: 'jose' }, "shipping_address ->> 'first_name' = 'José'"],
  [
    'both names, either way round',
    { q: 'NUÑEZ josé' },
    "shipping_address ->> 'first_name' = 'José' and shipping_address ->> 'last_name' = 'Nuñez'",
  ],
  [
    'a name among failed of a period',
    { q: 'nunez', payment: 'failed', from: '2024-03-30' },
    `shipping_address ->> 'last_name' = 'Nuñez' and payment_status = 'failed' and ${london} >= '2024-03-30'`,
  ],
  ['a name that more than a thousand have', { q: 'hale' }, "shipping_address ->> 'last_name' = 'Hale'"],
  ['a postcode', { q: 'ba1 2qh' }, "shipping_address ->> 'postal_code' = 'BA1 2QH'"],
  ['a postcode without its space', { q: 'BA12QH' }, "shipping_address ->> 'postal_code' = 'BA1 2QH'"],
  ['a postcode of digits', { q: '10115' }, "shipping_address ->> 'postal_code' = '10115'"],
  ['the last three digits', { q: '042' }, "order_number like '%042'"],
  ['the last digits, as read out', { q: '01-0 10 42' }, "order_number = 'AM20240101-01042'"],
  ['digits that no number ends with', { q: '2024010' }, "order_number like '%2024010%'"],
  ['two letters', { q: 'rd' }, "email like '%rd%'"],
  ['wildcards are letters', { q: '%_' }, 'false'],
]

test.each(filters)('%s: the same rows as a plain query', async (_name, filter, condition) => {
  const [counted] = await sql.unsafe<{ count: number }[]>(
    `select count(*)::int as count from orders where ${condition}`,
  )
  const total = counted?.count ?? 0
  const first = await list(filter)
  const isExact = !('q' in filter) || total <= 1000
  expect(first).toMatchObject({
    total: isExact ? total : 1000,
    exact: isExact,
    within: null,
    pages: isExact ? Math.max(1, Math.ceil(total / 10)) : 100,
  })
  for (const page of [1, 2, Math.ceil(first.pages / 2), first.pages - 1, first.pages + 7]) {
    const response = await list(filter, page)
    expect(response.page).toBe(Math.min(Math.max(page, 1), first.pages))
    const expected = await sql.unsafe<{ id: string }[]>(
      `select id from orders where ${condition} order by created_at desc, id limit 10 offset ${String((response.page - 1) * 10)}`,
    )
    expect(
      response.rows.map(({ id }) => id),
      `page ${String(page)}`,
    ).toEqual(expected.map(({ id }) => id))
  }
})

const sortings: [sort: string, order: string][] = [
  ['-date', 'created_at desc, id'],
  ['date', 'created_at, id desc'],
  ['total', 'total, created_at desc, id'],
  ['-total', 'total desc, created_at, id desc'],
  ['customer', 'lower(email), created_at desc, id'],
  ['-customer', 'lower(email) desc, created_at, id desc'],
  ['status', 'status, created_at desc, id'],
  ['-status', 'status desc, created_at, id desc'],
]

test.each(sortings)('sorted by %s: the same rows as a plain query', async (sort, order) => {
  const wanted: [filter: Record<string, unknown>, condition: string][] = [
    [
      { country: 'FR', from: '2023-12-01' },
      `shipping_address ->> 'country' = 'FR' and ${london} >= '2023-12-01'`,
    ],
    [{ q: 'nunez' }, "shipping_address ->> 'last_name' = 'Nuñez'"],
  ]
  for (const [filter, condition] of wanted) {
    for (const page of [1, 2, 99]) {
      const response = await list(filter, page, 7, sort)
      const expected = await sql.unsafe<{ id: string }[]>(
        `select id from orders where ${condition} order by ${order} limit 7 offset ${String((response.page - 1) * 7)}`,
      )
      expect(response.rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    }
  }
})

test('a sorted list ends after its first thousand, and knows how many there are', async () => {
  const last = await list({}, 99, 97, 'total')
  expect(last).toMatchObject({ total: 3000, exact: true, page: 11, pages: 11 })
  expect(last.rows).toHaveLength(30)
})

test('another order of the list is rejected by name', async () => {
  expect(await rejection(list({}, 1, 10, 'colour'))).toMatchObject({ code: 'PT422', hint: 'sort' })
})

test('an order is found by its new address, and no longer by the former one', async () => {
  const [{ id = '' } = {}] = (await list({ q: 'AM20240101-00007' })).rows
  const setName = (name: string) =>
    sql`update orders set shipping_address = shipping_address || ${sql.json({ last_name: name })} where id = ${id}`
  await setName('Zuckermann')
  expect((await list({ q: 'zuckermann' })).rows.map((row) => row.id)).toEqual([id])
  await setName('Hale')
  expect((await list({ q: 'zuckermann' })).total).toBe(0)
})

test('pages of any size cover every order once', async () => {
  const ids: string[] = []
  for (let page = 1; page <= 31; page += 1) ids.push(...(await list({}, page, 97)).rows.map(({ id }) => id))
  expect(ids).toHaveLength(3000)
  expect(new Set(ids).size).toBe(3000)
})

test('the list knows which countries there are', async () => {
  expect((await list()).countries).toEqual(['FR', 'GB'])
})

test('the tally follows every change of an order', async () => {
  const product = await stockProduct(sql, 10, 20)
  const buyer = guest()
  const checkout = await readyToPay(sql, buyer, product, 1)
  const order = await complete(sql, buyer, checkout.session_id)
  const set = (change: { status?: string; payment_status?: string }) =>
    as(sql, staff, (tx) => tx`update orders set ${tx(change)} where id = ${order.order_id}`)
  for (const change of [
    { status: 'processing' },
    { status: 'cancelled', payment_status: 'refunded' },
    { status: 'completed', payment_status: 'paid' },
    { payment_status: 'failed' },
  ]) {
    await set(change)
    expect(Object.keys(await faultsIn(sql))).not.toContain('a day of orders that miscounts')
  }
  await addOrders(5001, 5100)
  await sql`update orders set status = 'delivered' where order_number like 'AM20240101-05%' and status = 'shipped'`
  expect(Object.keys(await faultsIn(sql))).not.toContain('a day of orders that miscounts')
  await sql`delete from orders where order_number like 'AM20240101-05%' or id = ${order.order_id}`
  expect(Object.keys(await faultsIn(sql))).not.toContain('a day of orders that miscounts')
  expect((await list()).total).toBe(3000)
})

test.each([
  [{ colour: 'red' }, 'colour'],
  [{ payment: 'paid' }, 'payment'],
  [{ status: 'gone' }, 'status'],
  [{ from: '2024-02-30' }, 'from'],
  [{ to: 'infinity' }, 'to'],
  [{ country: "GB' or true" }, 'country'],
  [{ q: 'x'.repeat(201) }, 'q'],
])('the filter %j is rejected by name', async (filter, hint) => {
  expect(await rejection(list(filter))).toMatchObject({ code: 'PT422', hint })
})

test('a row names the person, the delivery and how many items there are', async () => {
  const order = await refundFixtures(sql, staff).buy({
    lines: [
      [20, 2],
      [5, 1],
    ],
  })
  const [row] = (await list()).rows
  expect(row).toMatchObject({
    id: order.id,
    name: 'Ada Guest',
    shipping_method: 'Express',
    payment_method: 'Card',
    items: 3,
  })
})
