import { expect, test } from 'vitest'
import { refundFixtures, type Bought } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const shop = refundFixtures(sql, staff)

interface Link {
  state: string
  order_number?: string
  author?: string
  lines?: { line: number; name: string; variant_name: string; review: { state: string } | null }[]
}

/** An order of two products, delivered so many days ago. */
async function delivered(days: number): Promise<Bought> {
  const order = await shop.buy({
    lines: [
      [20, 1],
      [10, 2],
    ],
  })
  await shop.setStatus(order, { status: 'delivered' })
  await sql`update private.review_requests set due_at = due_at - ${`${String(days)} days`}::interval where order_id = ${order.id}`
  return order
}
const sweep = () => sql`select sweep()`
const emails = (order: Bought) => shop.emails(order, 'review_request')
/** Two weeks later: the token of the email. */
async function asked(order?: Bought): Promise<{ order: Bought; token: string }> {
  const bought = order ?? (await delivered(14))
  await sweep()
  const [mail] = await emails(bought)
  return { order: bought, token: String(mail?.data.token) }
}
const read = async (token: string, by: Visitor = guest()) =>
  (await as(sql, by, (tx) => tx<{ link: Link }[]>`select read_review_link(${token}) as link`))[0]?.link
const write = (
  token: string,
  { line = 0, rating = 5, body = 'Soft and well made.', author = 'Ada' } = {},
  by: Visitor = guest(),
) => as(sql, by, (tx) => tx`select write_review(${token}, ${line}, ${rating}, ${body}, ${author})`)
const idOf = async ({ id }: Bought, line = 0) =>
  String((await sql`select id from reviews where order_id = ${id} and line = ${line}`)[0]?.id)
const decide = (id: string, state: string, by = staff) =>
  as(sql, by, (tx) => tx`select decide_review(${id}, ${state})`)
const shown = async (product: string, by: Visitor = guest()) =>
  as(sql, by, (tx) => tx`select rating, body, author from reviews where product_id = ${product}`)
const ratingOf = async (product: string) =>
  (await sql`select reviews, stars from product_ratings where product_id = ${product}`)[0]

test('two weeks after delivery one email asks, with a link to what was bought', async () => {
  const order = await delivered(13)
  await sweep()
  expect(await emails(order)).toHaveLength(0)
  await sql`update private.review_requests set due_at = due_at - interval '1 day' where order_id = ${order.id}`
  const { token } = await asked(order)
  await sweep()
  expect(await emails(order)).toHaveLength(1)
  const link = await read(token)
  expect(link).toMatchObject({ state: 'valid', author: expect.any(String) as string })
  expect(link?.lines?.map(({ line, review }) => [line, review])).toEqual([
    [0, null],
    [1, null],
  ])
})

test('a delivery that is told late is asked about two weeks after it was', async () => {
  const order = await shop.buy({ lines: [[20, 1]] })
  const [shipment] = await sql`
    insert into shipments (order_id, carrier, tracking_number) values (${order.id}, 'Royal Mail', ${order.id}) returning id`
  await sql`
    insert into tracking_events (shipment_id, status, description, occurred_at)
    values (${String(shipment?.id)}, 'delivered', 'Delivered', now() - interval '15 days')`
  await asked(order)
  expect(await emails(order)).toHaveLength(1)
})

test('an order that was cancelled or refunded in the meantime is not asked about', async () => {
  const [cancelled, refunded] = [await delivered(14), await delivered(14)]
  await shop.setStatus(cancelled, { status: 'cancelled' })
  await shop.setStatus(refunded, { payment_status: 'refunded' })
  await sweep()
  expect([...(await emails(cancelled)), ...(await emails(refunded))]).toEqual([])
})

test('a parcel that is delivered twice is asked about once', async () => {
  const { order } = await asked()
  await shop.setStatus(order, { status: 'shipped' })
  await shop.setStatus(order, { status: 'delivered' })
  await sql`update private.review_requests set due_at = now() - interval '1 day' where order_id = ${order.id}`
  await sweep()
  expect(await emails(order)).toHaveLength(1)
})

test('a review is shown once staff approve it, and counted; undoing hides it again', async () => {
  const { order, token } = await asked()
  const product = order.products[0] ?? ''
  await write(token)
  await write(token, { rating: 3, body: 'Softer than I thought.' })
  expect(await shown(product)).toEqual([])
  const moderator = await signUpStaff(sql, 'moderator')
  await decide(await idOf(order), 'approved', moderator)
  expect(await shown(product)).toMatchObject([{ rating: 3, body: 'Softer than I thought.', author: 'Ada' }])
  expect(await ratingOf(product)).toMatchObject({ reviews: 1, stars: 3 })
  expect(await rejection(write(token, { rating: 1 }))).toMatchObject({ code: 'PT409' })
  await decide(await idOf(order), 'pending')
  expect(await shown(product)).toEqual([])
  expect(await ratingOf(product)).toMatchObject({ reviews: 0, stars: 0 })
})

test('approving makes pages new; a rejected review stays hidden', async () => {
  const { order, token } = await asked()
  await write(token, { line: 1 })
  const version = async () => (await sql`select version from catalogue_version`)[0]?.version as unknown
  const before = await version()
  await decide(await idOf(order, 1), 'rejected')
  expect(await version()).toBe(before)
  await decide(await idOf(order, 1), 'approved')
  expect(await version()).not.toBe(before)
})

test.each([
  ['no stars', { rating: 0 }, 'PT422', 'rating'],
  ['six stars', { rating: 6 }, 'PT422', 'rating'],
  ['too many words', { body: 'x'.repeat(2001) }, 'PT422', 'body'],
  ['a link', { body: 'Look at https://example.test/now' }, 'PT422', 'body'],
  ['no name', { author: '  ' }, 'PT422', 'author'],
  ['a line that was not bought', { line: 2 }, 'PT404', 'line'],
])('%s is rejected with its field', async (_what, change, code, hint) => {
  const { token } = await asked()
  expect(await rejection(write(token, change))).toMatchObject({ code, hint })
})

test('a line that was returned whole cannot be reviewed, one that was returned in part can', async () => {
  const order = await delivered(14)
  await shop.refund(order, {
    lines: [
      { line: 0, quantity: 1 },
      { line: 1, quantity: 1 },
    ],
  })
  const { token } = await asked(order)
  expect((await read(token))?.lines?.map(({ line }) => line)).toEqual([1])
  expect(await rejection(write(token))).toMatchObject({ code: 'PT404' })
  await write(token, { line: 1 })
})

test('a link that is none, and one of half a year ago, lead nowhere', async () => {
  expect(await read('x')).toEqual({ state: 'invalid' })
  expect(await rejection(write('x'))).toMatchObject({ code: 'PT404' })
  const { order, token } = await asked()
  await sql`update private.review_requests set sent_at = now() - interval '180 days' where order_id = ${order.id}`
  await sweep()
  expect(await read(token)).toEqual({ state: 'invalid' })
})

test('a failed email is sent again with a new link', async () => {
  const { order, token } = await asked()
  await sql`update email_outbox set status = 'failed', data = data - 'token' where order_id = ${order.id} and kind = 'review_request'`
  const [mail] =
    await sql`select id from email_outbox where order_id = ${order.id} and kind = 'review_request'`
  await as(sql, staff, (tx) => tx`select retry_mail(${String(mail?.id)})`)
  const [again] = await emails(order)
  expect(await read(String(again?.data.token))).toMatchObject({ state: 'valid' })
  expect(await read(token)).toEqual({ state: 'invalid' })
})

test('staff find what waits; who lacks the right does not; a decision is in the log', async () => {
  const { order, token } = await asked()
  await write(token)
  const id = await idOf(order)
  const list = async (state: string) =>
    (
      await as(
        sql,
        staff,
        (tx) =>
          tx<
            { page: { rows: { id: string }[]; total: number } }[]
          >`select office_reviews(${state}, 1, 100) as page`,
      )
    )[0]?.page
  expect((await list('pending'))?.rows.map((row) => row.id)).toContain(id)
  expect(await rejection(decide(id, 'approved', await signUp(sql)))).toMatchObject({ code: 'PT403' })
  expect(await rejection(decide(id, 'liked'))).toMatchObject({ code: 'PT422' })
  await decide(id, 'approved')
  await decide(id, 'approved')
  expect((await list('pending'))?.rows.map((row) => row.id)).not.toContain(id)
  expect(
    await sql`select after ->> 'state' as state from audit_log where table_name = 'reviews' and row_id = ${id}`,
  ).toMatchObject([{ state: 'approved' }])
})

test.each([
  ['cancelled', { status: 'cancelled' }],
  ['refunded by hand', { payment_status: 'refunded' }],
])(
  'the link of an order that is %s has ended, its email is not sent again, and both are back once that is undone',
  async (_, change) => {
    const { order, token } = await asked()
    await write(token)
    await shop.setStatus(order, change)
    expect(await read(token)).toEqual({ state: 'invalid' })
    for (const line of [0, 1])
      expect(await rejection(write(token, { line, rating: 1 }))).toMatchObject({
        code: 'PT404',
        hint: 'review_link',
      })
    await sql`update email_outbox set status = 'failed' where order_id = ${order.id} and kind = 'review_request'`
    const retried = () =>
      as(
        sql,
        staff,
        (tx) =>
          tx`select retry_mail(id) from email_outbox where order_id = ${order.id} and kind = 'review_request'`,
      )
    expect(await rejection(retried())).toMatchObject({ code: 'PT409', hint: 'order_over' })
    await shop.setStatus(order, { status: 'delivered', payment_status: 'succeeded' })
    expect(await read(token)).toMatchObject({ state: 'valid' })
    await retried()
  },
)

test('a refund of everything ends the link as well', async () => {
  const { order, token } = await asked()
  await shop.refund(order, { amount: (await shop.look(order)).total })
  expect(await read(token)).toEqual({ state: 'invalid' })
})

test('a removed product takes its reviews along', async () => {
  const { order, token } = await asked()
  await write(token)
  await decide(await idOf(order), 'approved')
  await sql`delete from products where id = ${order.products[0] ?? ''}`
  expect(await ratingOf(order.products[0] ?? '')).toBeUndefined()
})
