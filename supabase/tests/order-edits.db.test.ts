import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { addToCart, complete, details, startCheckout, stockOf, stockProduct } from './checkout-steps'
import { faultsIn } from './consistency'
import { callAs } from './office-steps'
import { orderEdits } from './order-edit-fixtures'
import { promotionFixtures } from './promotion-fixtures'
import { refundFixtures } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, connections, guest, rejection, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const shop = refundFixtures(sql, staff)
const { edit, preview, settleEdit, versionOf, linesOf, waiting } = orderEdits(sql, staff)
const crowd = connections(sql, 8)
afterAll(() => crowd.end())

const elsewhere = { address_line_1: '2 Low Road', city: 'Kirkwall', postal_code: 'KW15 1AA' }

test('what is taken out goes back into stock and its money to the card that paid, in one email', async () => {
  const order = await shop.buy({
    lines: [
      [10, 3],
      [20, 1],
    ],
  })
  // 7.90 each: two fewer are 15.80 and 3.16 VAT.
  const reply = await edit(order, {
    lines: [
      { line: 0, quantity: 1 },
      { line: 1, quantity: 1 },
    ],
  })
  expect(reply).toMatchObject({ state: 'applied', difference: -18.96, card_back: 18.96, gift_card_back: 0 })
  expect(await shop.look(order)).toMatchObject({
    subtotal: 23.7,
    tax: 4.74,
    total: 33.43,
    refunded: 0,
    stock: [99, 99],
  })
  expect((await shop.emails(order, 'order_edit')).map(({ data }) => data)).toEqual([
    expect.objectContaining({ state: 'applied', difference: -18.96, total_before: 52.39, total: 33.43 }),
  ])
  expect(await shop.emails(order, 'refund')).toEqual([])
  expect(await faultsIn(sql)).toEqual({})
})

test('a gift card gets back what the bank card had not paid', async () => {
  const order = await shop.buy({ lines: [[10, 2]], cardPence: 2000 })
  const before = await shop.look(order)
  // 23.95 in all, of which the bank card paid 3.95; one fewer is 9.48.
  const reply = await edit(order, { lines: [{ line: 0, quantity: 1 }] })
  expect(reply).toMatchObject({ card_back: 3.95, gift_card_back: 5.53 })
  expect(await shop.look(order)).toMatchObject({
    total: 14.47,
    gift_card: 14.47,
    balance: (before.balance ?? 0) + 553,
  })
  await shop.cancel(order, true)
  expect(await shop.look(order)).toMatchObject({ balance: 2000, refunded: 14.47, stock: [100] })
  expect(await faultsIn(sql)).toEqual({})
})

test('what costs more waits for its payment, holds its pieces, and changes the order once it is paid', async () => {
  const order = await shop.buy({ lines: [[10, 1]] })
  const rare = await stockProduct(sql, 30, 2)
  const reply = await edit(order, {
    lines: [
      { line: 0, quantity: 1 },
      { product_id: rare, quantity: 2 },
    ],
  })
  expect(reply).toMatchObject({ state: 'waiting', difference: 56.88 })
  expect(await shop.look(order)).toMatchObject({ total: 14.47 })
  expect(await stockOf(sql, rare)).toBe(2)
  const other = guest()
  await addToCart(sql, other, rare, 1)
  expect(await rejection(startCheckout(sql, other, await details(sql)))).toMatchObject({
    hint: 'insufficient_stock',
  })
  expect(await rejection(shop.setStatus(order, { status: 'shipped' }))).toMatchObject({
    hint: 'edit_waiting',
  })
  expect(
    await rejection(
      callAs(sql, staff, 'add_shipment', { p_order: order.id, p_lines: [{ line: 0, quantity: 1 }] }),
    ),
  ).toMatchObject({
    hint: 'edit_waiting',
  })
  const link = reply.link ?? ''
  expect(await callAs(sql, guest(), 'linked_order_edit', { p_session_id: link })).toMatchObject({
    state: 'waiting',
    difference: 56.88,
  })
  await as(sql, guest(), (tx) => tx`select reserve_checkout(${link})`)
  await as(sql, guest(), (tx) => tx`select fail_checkout(${link})`)
  const receipts = [await complete(sql, guest(), link), await complete(sql, guest(), link)]
  expect(receipts[1]).toEqual(receipts[0])
  expect(await shop.look(order)).toMatchObject({ total: 71.35 })
  expect(await stockOf(sql, rare)).toBe(0)
  expect(await callAs(sql, guest(), 'linked_order_edit', { p_session_id: link })).toEqual({
    order_number: receipts[0]?.order_number,
    state: 'applied',
  })
  expect((await shop.emails(order, 'order_edit')).map(({ data }) => data.state)).toEqual([
    'waiting',
    'applied',
  ])
  await shop.setStatus(order, { status: 'shipped' })
  expect(await faultsIn(sql)).toEqual({})
})

test.each([
  ['withdrawn by staff', 'withdrawn', ({ id }: { id: string }) => settleEdit(id, false)],
  [
    'cancelled with its order',
    'withdrawn',
    (_: unknown, order: { id: string }) =>
      callAs(sql, staff, 'cancel_order', { p_order: order.id, p_reason: 'Wish' }),
  ],
  [
    'left until it expires',
    'expired',
    async ({ link }: { link: string | null }) => {
      await sql`update checkout_sessions set expires_at = now() where session_id = ${link}`
      await sql`select sweep()`
    },
  ],
])('an edit that waits and is %s is %s, and what it held is free', async (_what, state, end) => {
  const order = await shop.buy({ lines: [[10, 1]] })
  const added = await stockProduct(sql, 30, 1)
  const reply = await edit(order, {
    lines: [
      { line: 0, quantity: 1 },
      { product_id: added, quantity: 1 },
    ],
  })
  await end(reply, order)
  expect(await waiting(order)).toBe(state)
  expect(await shop.look(order)).toMatchObject({ total: 14.47 })
  const other = guest()
  await addToCart(sql, other, added)
  await startCheckout(sql, other, await details(sql))
  expect(await rejection(complete(sql, guest(), reply.link ?? ''))).toMatchObject({
    hint: 'session_not_found',
  })
  expect(await faultsIn(sql)).toEqual({})
})

test('an address in another zone has its own price of delivery, one in the same zone what was charged', async () => {
  const order = await shop.buy({ lines: [[10, 1]] })
  const lines = [{ line: 0, quantity: 1 }]
  const near = { address_line_1: '9 High Street', city: 'London', postal_code: 'SW1A 2AA' }
  expect(await preview(order, lines, near)).toMatchObject({ difference: 0, new_delivery_price: false })
  const [far] = await sql<{ price: number }[]>`
    select (private.shipping_price(7.9, method, 'KW15 1AA', 'GB') - 4.99)::float as price from shipping_methods as method where name = 'Express'`
  expect(await preview(order, lines, elsewhere)).toMatchObject({ difference: far?.price })
  await edit(order, { lines, address: near })
  const [row] =
    await sql`select shipping_address ->> 'address_line_1' as line, shipping_address ->> 'first_name' as name from orders where id = ${order.id}`
  expect(row).toEqual({ line: '9 High Street', name: 'Ada' })
})

test('a promotion below whose minimum an order falls no longer counts, and the edit says so', async () => {
  const promotions = promotionFixtures(sql)
  await promotions.promotion({ code: 'FROM-20', percent: 10, minimum_pence: 2000 })
  const { visitor, checkout } = await promotions.buyer('FROM-20')
  const { order_id: id } = await complete(sql, visitor, checkout.session_id)
  const lines = [{ line: 0, quantity: 1 }]
  // 31.58 less 3.16 and its VAT of 5.68 becomes 15.79 and 3.16.
  expect(await preview({ id }, lines)).toMatchObject({ promotion_lost: true, difference: -15.15 })
  await edit({ id }, { lines })
  expect(
    await sql`select promotion_code, discount_amount::float as discount from orders where id = ${id}`,
  ).toEqual([{ promotion_code: null, discount: 0 }])
  expect(await faultsIn(sql)).toEqual({})
})

test('what was sold keeps its price, what is new has the price of today', async () => {
  const order = await shop.buy({ lines: [[10, 1]] })
  await sql`update products set price = 50 where id = ${order.products[0] ?? null}`
  const { after } = await preview(order, [
    { line: 0, quantity: 2 },
    { product_id: order.products[0] ?? '', quantity: 1 },
  ])
  expect(after.items.map((item) => [item.unit_price, item.quantity])).toEqual([
    [7.9, 2],
    [39.5, 1],
  ])
})

test.each([
  ['sent', (order: { id: string }) => shop.setStatus(order, { status: 'shipped' }), 'not_editable'],
  ['cancelled', (order: { id: string }) => shop.setStatus(order, { status: 'cancelled' }), 'not_editable'],
  [
    'changed meanwhile',
    (order: { id: string }) => shop.setStatus(order, { status: 'processing' }),
    'changed_meanwhile',
  ],
])('an order that is %s is not edited', async (_what, change, hint) => {
  const order = await shop.buy({ lines: [[10, 2]] })
  const version = await versionOf(order)
  await change(order)
  expect(
    await rejection(edit(order, { lines: [{ line: 0, quantity: 1 }], version, difference: -9.48 })),
  ).toMatchObject({ hint })
})

test('money goes back only by staff who may refund', async () => {
  const order = await shop.buy({ lines: [[10, 2]] })
  const moderator = await signUpStaff(sql, 'moderator')
  expect(await rejection(edit(order, { lines: [{ line: 0, quantity: 1 }] }, moderator))).toMatchObject({
    hint: 'not_allowed',
  })
})

test('of two edits, an edit and a cancellation, and two payments at once, one takes effect and the books agree', async () => {
  for (const rival of ['edit', 'cancel', 'pay'] as const) {
    const order = await shop.buy({ lines: [[10, 2]] })
    const version = await versionOf(order)
    const busy = orderEdits(crowd, staff)
    const dearer = { lines: [{ line: 0, quantity: 3 }], version, difference: 9.48 }
    const link = rival === 'pay' ? ((await edit(order, dearer)).link ?? '') : ''
    const outcomes = await Promise.allSettled([
      rival === 'pay' ? complete(crowd, guest(), link) : busy.edit(order, { ...dearer, takePayment: true }),
      rival === 'pay'
        ? complete(crowd, guest(), link)
        : rival === 'edit'
          ? busy.edit(order, { lines: [{ line: 0, quantity: 1 }], version, difference: -9.48 })
          : callAs(crowd, staff, 'cancel_order', { p_order: order.id, p_reason: 'Wish' }),
    ])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toHaveProperty('code', expect.stringMatching(/^PT409$/))
    if (rival === 'edit') expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    if (rival === 'pay') expect(await shop.look(order)).toMatchObject({ total: 33.43, stock: [97] })
    expect(await faultsIn(sql)).toEqual({})
  }
})

const deep = Boolean(process.env.TEST_DEEP)
test('whatever is edited, orders are payments less refunds, VAT is exact, and stock and gift cards are conserved', async () => {
  const step = fc.record({
    quantities: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 3 }),
    added: fc.option(fc.integer({ min: 1, max: 3 }), { nil: 0 }),
    postcode: fc.constantFrom('SW1A 1AA', 'KW15 1AA', 'BT1 1AA', 'M1 1AE'),
    end: fc.constantFrom('pay', 'take', 'withdraw', 'cancel'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        lines: fc.array(
          fc.tuple(
            fc.integer({ min: 1, max: 4000 }).map((price) => price / 100),
            fc.integer({ min: 1, max: 3 }),
          ),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        cardPence: fc.constantFrom(0, 0, 700, 2500, 60_000),
        percent: fc.option(fc.constantFrom(5, 33.33, 100), { nil: undefined }),
      }),
      fc.array(step, { minLength: 1, maxLength: deep ? 10 : 5 }),
      fc.boolean(),
      async ({ percent, ...given }, steps, cancels) => {
        const order = await shop.buy({ ...given, ...(percent !== undefined && { percent }) })
        const extra = await stockProduct(sql, 12.34, 5)
        for (const { quantities, added, postcode, end } of steps) {
          const kept = (await linesOf(order)).flatMap((_, line) => {
            const quantity = quantities[line] ?? 1
            return quantity > 0 ? [{ line, quantity }] : []
          })
          const lines = [...kept, ...(added > 0 ? [{ product_id: extra, quantity: added }] : [])]
          try {
            const reply = await edit(order, {
              lines,
              address: { ...elsewhere, postal_code: postcode },
              takePayment: end === 'take',
            })
            if (reply.state !== 'waiting') continue
            if (end === 'pay') await complete(sql, guest(), reply.link ?? '')
            else if (end === 'withdraw') await settleEdit(reply.id, false)
            else await shop.cancel(order, true)
          } catch (error) {
            expect(error).toHaveProperty('code', expect.stringMatching(/^PT4/))
          }
        }
        if (cancels) {
          await shop.cancel(order, true).catch(() => undefined)
          const { stock, balance, refunded, total } = await shop.look(order)
          expect(stock.every((left) => left === 100)).toBe(true)
          expect(await stockOf(sql, extra)).toBe(5)
          expect(refunded).toBe(total)
          if (order.card) expect(balance).toBe(given.cardPence)
        }
        if (deep) expect(await faultsIn(sql)).toEqual({})
      },
    ),
    { numRuns: deep ? 200 : 10 },
  )
  expect(await faultsIn(sql)).toEqual({})
})

test('the key of an edit is one request', async () => {
  const order = await shop.buy({ lines: [[10, 2]] })
  const id = randomUUID()
  const version = await versionOf(order)
  const request = { id, version, lines: [{ line: 0, quantity: 1 }], difference: -9.48 }
  expect(await edit(order, request)).toEqual(await edit(order, request))
  expect(await rejection(edit(order, { ...request, reason: 'Another' }))).toMatchObject({
    hint: 'idempotency_mismatch',
  })
})
