import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { paidEvent } from '../../shell/server/payments/fake-stripe'
import { readyToPay, stockOf, stockProduct } from '../../supabase/tests/checkout-steps'
import { faultsIn } from '../../supabase/tests/consistency'
import { draftFixtures } from '../../supabase/tests/draft-steps'
import { callAs } from '../../supabase/tests/office-steps'
import { orderEdits } from '../../supabase/tests/order-edit-fixtures'
import { refundFixtures, type Bought } from '../../supabase/tests/refund-fixtures'
import { as, guest, rejection, signUpStaff } from '../../supabase/tests/visitor-fixtures'
import { startStripeShop } from './stripe-shop'

const shop = await startStripeShop()
const { sql } = shop
const staff = await signUpStaff(sql)
const { refund, cancel, look, cards, setStatus } = refundFixtures(sql, staff)
const { edit, settleEdit, waiting } = orderEdits(sql, staff)
const drafts = draftFixtures(sql, staff)
afterEach(() => shop.forget())

const pence = (pounds: number | string) => Math.round(Number(pounds) * 100)
/** Stripe says that a checkout was paid. @returns the payment's id at Stripe */
async function pay(session: string, amountPence: number, payment_intent = `pi_${randomUUID()}`) {
  expect((await shop.send(paidEvent(session, amountPence, { payment_intent }))).status).toBe(200)
  return payment_intent
}

/** An order paid by Stripe, and with a gift card of so many pence. */
async function buy(price: number, quantity: number, cardPence = 0) {
  const visitor = guest()
  const product = await stockProduct(sql, price, 100)
  const checkout = await readyToPay(sql, visitor, product, quantity, 'Express')
  const card = cardPence > 0 ? await cards.card(cardPence) : null
  if (card) await cards.apply(visitor, checkout, card.code)
  const [due] = await sql<{ pence: number }[]>`
    select ((total - gift_card_amount) * 100)::integer as pence from checkout_sessions where session_id = ${checkout.session_id}`
  const payment = await pay(checkout.session_id, due?.pence ?? 0)
  const [row] = await sql<
    { id: string }[]
  >`select id from orders where checkout_session_id = ${checkout.session_id}`
  const order: Bought = { id: row?.id ?? '', buyer: visitor, products: [product], card: card?.id ?? null }
  return { order, payment }
}

/** The parts of refunds of an order, the first one first: to which payment, in pence. */
const partsOf = async ({ id }: Pick<Bought, 'id'>) =>
  (
    await sql<{ reference: string; pence: number }[]>`
      select attempt.reference, (refund.card_amount * 100)::integer as pence
      from refunds as refund join payment_attempts as attempt on attempt.id = refund.payment_id
      where refund.order_id = ${id} order by refund.created_at, refund.part_of nulls first`
  ).map(({ reference, pence }) => [reference, pence])

test('a change that costs more is paid on a page of Stripe, once, though the event comes twice and late', async () => {
  const { order, payment } = await buy(10, 1)
  const { link, difference } = await edit(order, { lines: [{ line: 0, quantity: 3 }] })
  const session = link ?? ''
  expect(
    await rejection(as(sql, guest(), (tx) => tx`select complete_checkout(${session}, ${randomUUID()})`)),
  ).toMatchObject({ hint: 'payment_required' })
  expect((await shop.ask(session)).status).toBe(200)
  expect(shop.stripe.calls.at(-1)?.form).toMatchObject({
    'line_items[0][price_data][unit_amount]': String(pence(difference)),
    success_url: `https://shop.example/checkout/change?session=${session}&paid`,
    cancel_url: `https://shop.example/checkout/change?session=${session}`,
  })
  const added = await pay(session, pence(difference))
  await sql`update checkout_sessions set expires_at = now() where session_id = ${session}`
  await pay(session, pence(difference), added)
  expect(await look(order)).toMatchObject({ total: 33.43, stock: [97] })
  // Another payment of the same change goes back, and so does one of another amount.
  const second = await pay(session, pence(difference))
  const other = await pay(session, 1)
  await shop.returnPayments()
  expect([shop.returnedOf(second), shop.returnedOf(other)]).toEqual([[pence(difference)], [1]])

  // The newest payment gets back first, each part under a key of its own.
  const { amount, state } = await refund(order, { amount: 20 })
  expect([amount, state]).toEqual([20, 'pending'])
  expect(await partsOf(order)).toEqual([
    [added, 1896],
    [payment, 104],
  ])
  shop.stripe.calls.length = 0
  await shop.returnPayments()
  const keys = shop.stripe.calls.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(2)
  expect([shop.returnedOf(added), shop.returnedOf(payment)]).toEqual([[1896], [104]])
  await cancel(order, true)
  await shop.returnPayments()
  expect(shop.returnedOf(payment)).toEqual([104, 1343])
  expect(await look(order)).toMatchObject({ refunded: 33.43, payment_status: 'refunded' })
  expect(await faultsIn(sql)).toEqual({})
})

test('a payment of a change that was withdrawn before its event came goes back', async () => {
  const { order } = await buy(10, 1)
  const { id, link, difference } = await edit(order, { lines: [{ line: 0, quantity: 2 }] })
  await settleEdit(id, false)
  const late = await pay(link ?? '', pence(difference))
  await shop.returnPayments()
  expect(shop.returnedOf(late)).toEqual([pence(difference)])
  expect(await look(order)).toMatchObject({ total: 14.47 })
  expect(
    await rejection(edit(order, { lines: [{ line: 0, quantity: 2 }], takePayment: true })),
  ).toMatchObject({ hint: 'payment_required' })
  expect(await faultsIn(sql)).toEqual({})
})

test('the payment link of a draft is paid on a page of Stripe', async () => {
  const fields = await drafts.fields([[await stockProduct(sql, 19.99, 5), 2]])
  const { total } = await drafts.price(fields)
  const { checkout_session_id: session, id } = await drafts.send(await drafts.save(fields), total)
  expect((await shop.ask(session ?? '')).status).toBe(200)
  await pay(session ?? '', pence(total ?? 0))
  expect(await callAs(sql, staff, 'draft_order', { p_id: id })).toMatchObject({ state: 'paid' })
  expect(await faultsIn(sql)).toEqual({})
})

/** A piece of an order has come back and is exchanged for one of £90. */
async function exchangeForMore(order: Bought) {
  await setStatus(order, { status: 'delivered' })
  const id = randomUUID()
  const reason = { reason: 'changed_mind', sealed: true }
  await callAs(sql, staff, 'open_return', {
    p_id: id,
    p_order: order.id,
    p_lines: [{ line: 0, quantity: 1, ...reason }],
    p_expected: false,
  })
  await callAs(sql, staff, 'receive_return', {
    p_id: id,
    p_lines: [{ line: 0, received: 1, condition: 'as_new', restock: true }],
  })
  const dear = await stockProduct(sql, 90, 1)
  const lines = [{ product_id: dear, quantity: 1 }]
  const quoted = await callAs<{ total: number; returned: number }>(sql, staff, 'quote_exchange', {
    p_id: id,
    p_lines: lines,
  })
  const refundId = randomUUID()
  const exchange = () =>
    callAs<{ order_id: string | null; link: string; paid: number }>(sql, staff, 'exchange_return', {
      p_id: id,
      p_refund: refundId,
      p_lines: lines,
      p_expected_total: quoted.total,
    })
  const reply = await exchange()
  expect(await exchange()).toEqual(reply)
  expect(reply).toMatchObject({ order_id: null, paid: quoted.returned })
  return { id, dear, quoted, link: reply.link, due: pence(quoted.total) - pence(quoted.returned) }
}
const replacementOf = async (id: string) =>
  (await sql<{ id: string }[]>`select order_id as id from exchanges where return_id = ${id}`)[0]

test('an exchange that costs more waits for its payment, and is made once it is paid', async () => {
  const { order, payment } = await buy(10, 2)
  const { id, dear, link, due } = await exchangeForMore(order)
  expect(await look(order)).toMatchObject({ refunded: 0, stock: [98] })
  expect(await callAs(sql, staff, 'returns_of', { p_order: order.id })).toMatchObject({
    returns: [{ state: 'received', replacement: null, waiting: { link, due: due / 100 } }],
  })
  expect(
    await rejection(callAs(sql, staff, 'refund_return', { p_id: id, p_refund: randomUUID() })),
  ).toMatchObject({ hint: 'exchange_waiting' })
  // Whoever has the link pays, and changes nothing.
  expect(await rejection(as(sql, guest(), (tx) => tx`select apply_gift_card(${link}, null)`))).toMatchObject({
    hint: 'price_agreed',
  })
  expect((await shop.ask(link)).status).toBe(200)
  const added = await pay(link, due)
  await pay(link, due, added)
  const replacement = await replacementOf(id)
  expect(await stockOf(sql, dear)).toBe(0)
  expect(await look(order)).toMatchObject({ refunded: 9.48, stock: [99] })
  expect(await faultsIn(sql)).toEqual({})
  // The replacement comes back: first what was paid for it, then what had paid for the piece that it replaced.
  const bought = { id: replacement?.id ?? '', buyer: order.buyer, products: [dear], card: null }
  await refund(bought, { lines: [{ line: 0, quantity: 1 }] })
  expect(await partsOf(bought)).toEqual([
    [added, due],
    [payment, 948],
  ])
  await shop.returnPayments()
  expect(shop.returnedOf(payment)).toEqual([948])
  expect(await look(bought)).toMatchObject({ payment_status: 'refunded' })
  expect(await faultsIn(sql)).toEqual({})
})

test.each([
  ['withdrawn', (id: string) => callAs(sql, staff, 'withdraw_exchange', { p_id: id })],
  [
    'left until its link ends',
    async (_: string, link: string) => {
      await sql`update checkout_sessions set expires_at = now() where session_id = ${link}`
      await sql`select sweep()`
    },
  ],
])('an exchange that is %s frees its pieces, and a payment that comes later goes back', async (_, end) => {
  const { order } = await buy(10, 2)
  const { id, link, due } = await exchangeForMore(order)
  await end(id, link)
  const late = await pay(link, due)
  await shop.returnPayments()
  expect(shop.returnedOf(late)).toEqual([due])
  expect(await replacementOf(id)).toBeUndefined()
  await callAs(sql, staff, 'refund_return', { p_id: id, p_refund: randomUUID() })
  await shop.returnPayments()
  expect(await look(order)).toMatchObject({ refunded: 9.48 })
  expect(await sql`select from gift_cards where state = 'active' and balance_pence > 0`).toHaveLength(0)
  expect(await faultsIn(sql)).toEqual({})
})

test('an exchange whose value was refunded otherwise makes no order: its payment goes back', async () => {
  const { order } = await buy(10, 1)
  const { id, link, due } = await exchangeForMore(order)
  await refund(order, { amount: 10 })
  const late = await pay(link, due)
  await shop.returnPayments()
  expect(shop.returnedOf(late)).toEqual([due])
  expect(await replacementOf(id)).toBeUndefined()
  expect(await faultsIn(sql)).toEqual({})
})

const step = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), quantity: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('refund' as const), share: fc.integer({ min: 1, max: 100 }) }),
)
test('whatever is paid, changed and refunded, no payment gives back more than it took, and all that goes back adds up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 50, max: 4000 }),
      fc.constantFrom(0, 700, 60_000),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      async (price, cardPence, steps) => {
        const { order } = await buy(price / 100, 2, cardPence)
        for (const wanted of steps)
          try {
            if (wanted.kind === 'refund') {
              const { total, refunded } = await look(order)
              await refund(order, { amount: Math.round((total - refunded) * wanted.share) / 100 })
            } else {
              const { link, difference } = await edit(order, {
                lines: [{ line: 0, quantity: wanted.quantity }],
              })
              if (link !== null) await pay(link, pence(difference))
            }
          } catch (error) {
            expect(error).toHaveProperty('code', expect.stringMatching(/^PT4/))
          }
        expect(await waiting(order)).not.toBe('waiting')
        await cancel(order, true)
        await shop.returnPayments()
        const [moved] = await sql<{ pence: number }[]>`
          select coalesce(sum(attempt.amount * 100), 0)::integer as pence from payment_attempts as attempt
          where status = 'succeeded' and (checkout_session_id = (select checkout_session_id from orders where id = ${order.id})
            or checkout_session_id in (select checkout_session_id from private.order_edits where order_id = ${order.id}))`
        const parts = await partsOf(order)
        expect(parts.reduce((sum, [, back]) => sum + Number(back), 0)).toBe(moved?.pence)
        const { balance, total, refunded } = await look(order)
        expect(refunded).toBe(total)
        if (order.card) expect(balance).toBe(cardPence)
      },
    ),
    { numRuns: process.env.TEST_DEEP ? 100 : 6 },
  )
  expect(await faultsIn(sql)).toEqual({})
}, 120_000)
