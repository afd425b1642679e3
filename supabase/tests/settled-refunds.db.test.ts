import { expect, test } from 'vitest'
import { refundFixtures, type Bought } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, refusal, signUp, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const shop = refundFixtures(sql, staff)
// £31.58, VAT £6.32, Express £4.99, together £42.89.
const byStripe = { lines: [[19.99, 2]], provider: 'stripe' } as const

/** A refund that Stripe accepted as re_1 and that came back. */
async function bounced(order: Bought, amount: number): Promise<string> {
  const { id } = await shop.refund(order, { amount })
  expect(await shop.settle(id)).toBe('succeeded')
  expect(await shop.bounce(id)).toBe('failed')
  return id
}
const rowOf = async (id: string) =>
  (
    await sql`select state, amount::float, card_amount::float as card, given_up::float, note, by_other_means, reference
      from refunds where id = ${id}`
  )[0]
const logOf = async ({ id }: Bought) => {
  const [row] = await as(sql, staff, (tx) => tx`select order_history(${id}) as history`)
  const { rows } = row?.history as {
    rows: { description: string; detail: string | null; actor: string | null }[]
  }
  return rows.map(({ description, detail, actor }) => [description, detail, actor])
}

test('a refund that comes back has failed: the money counts as the shop’s again, and the order is not refunded', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ ...byStripe, buyer })
  const { id } = await shop.refund(order, { amount: 42.89 })
  await shop.settle(id)
  expect(await shop.look(order)).toMatchObject({ payment_status: 'refunded', refunded: 42.89 })
  expect(await shop.bounce(id)).toBe('failed')
  expect(await shop.look(order)).toMatchObject({
    payment_status: 'succeeded',
    marked_refunded: false,
    refunded: 0,
  })
  const [spent] =
    await sql`select total_spent::float as spent from customers where user_id = ${buyer.user?.id ?? null}`
  expect(spent).toEqual({ spent: 42.89 })
  expect(await logOf(order)).toContainEqual(['Refund of £42.89 came back', null, null])
  // It keeps its claim until staff decide.
  expect(await refusal(shop.refund(order, { amount: 1 }))).toMatchObject({ hint: 'amount_left' })
})

test('news of a refund that came back counts once, and only for the attempt that it names', async () => {
  const order = await shop.buy(byStripe)
  const id = await bounced(order, 12)
  expect(await shop.bounce(id)).toBe('failed')
  // The worker that was slow to write Stripe’s first answer down.
  expect(await shop.settle(id)).toBe('failed')
  await shop.retry(id)
  expect(await shop.bounce(id)).toBe('pending')
  expect(await shop.settle(id, null, false, 're_2')).toBe('succeeded')
  expect(await shop.bounce(id)).toBe('succeeded')
  expect(await shop.look(order)).toMatchObject({ refunded: 12 })
  expect(await shop.bounce(id, 're_2')).toBe('failed')
  expect(await shop.look(order)).toMatchObject({ refunded: 0 })
})

test('what came back is paid by bank transfer: the note is in the log, the buyer gets a letter, late news changes nothing', async () => {
  const order = await shop.buy(byStripe)
  const id = await bounced(order, 42.89)
  expect(await refusal(shop.payOtherwise(id, ' '))).toMatchObject({ code: 'PT422', hint: 'note' })
  await shop.payOtherwise(id, 'Bank transfer of 3 November')
  expect(await rowOf(id)).toMatchObject({
    state: 'succeeded',
    card: 42.89,
    by_other_means: true,
    note: 'Bank transfer of 3 November',
  })
  expect(await shop.look(order)).toMatchObject({ payment_status: 'refunded', refunded: 42.89 })
  expect(await logOf(order)).toContainEqual([
    '£42.89 refunded by other means',
    'Bank transfer of 3 November',
    expect.stringMatching(/./),
  ])
  expect((await shop.letters(order, 'refund')).map(({ data }) => [data.again, data.by_other_means])).toEqual([
    [false, false],
    [true, true],
  ])
  expect(await shop.bounce(id)).toBe('succeeded')
  expect(await refusal(shop.payOtherwise(id))).toMatchObject({ hint: 'not_failed' })
  expect(await refusal(shop.giveUp(id))).toMatchObject({ hint: 'not_failed' })
})

test('given up, a refund leaves its money to refund again; the gift card’s part and the pieces stay returned', async () => {
  const order = await shop.buy({ ...byStripe, cardPence: 1000 })
  const { id } = await shop.refund(order, { lines: [{ line: 0, quantity: 2 }], delivery: 4.99 })
  await shop.settle(id, 'Charge is disputed.', true)
  await shop.giveUp(id, 'The bank has taken it back')
  expect(await rowOf(id)).toMatchObject({ state: 'given_up', amount: 10, card: 0, given_up: 32.89 })
  expect(await shop.look(order)).toMatchObject({ refunded: 10, balance: 1000, stock: [100] })
  expect((await shop.letters(order, 'refund')).map(({ data }) => data.amount)).toEqual([10])
  expect(await refusal(shop.refund(order, { lines: [{ line: 0, quantity: 1 }] }))).toMatchObject({
    hint: 'lines_left',
  })
  const again = await shop.refund(order, { amount: 32.89 })
  expect(again).toMatchObject({ state: 'pending', card_amount: 32.89, gift_card_amount: 0 })
  expect(await refusal(shop.refund(order, { amount: 0.01 }))).toMatchObject({ hint: 'amount_left' })
  await shop.settle(again.id)
  expect(await shop.look(order)).toMatchObject({ refunded: 42.89, payment_status: 'refunded' })
  const [vat] = await sql`select sum(tax_amount)::float as vat from refunds where order_id = ${order.id}`
  expect(vat).toEqual({ vat: 6.32 })
})

test('what the provider pays after all, though it was given up, is in the log', async () => {
  const order = await shop.buy(byStripe)
  const { id } = await shop.refund(order, { amount: 5 })
  await shop.settle(id, 'No answer', true)
  await shop.giveUp(id)
  expect(await shop.settle(id)).toBe('given_up')
  expect(await shop.look(order)).toMatchObject({ refunded: 0 })
  expect(await logOf(order)).toContainEqual([
    '£5.00 was refunded by the payment provider after all',
    null,
    null,
  ])
})

test('a moderator settles no refund', async () => {
  const moderator = await signUpStaff(sql, 'moderator')
  const id = await bounced(await shop.buy(byStripe), 5)
  expect(await refusal(shop.payOtherwise(id, 'Cash', moderator))).toMatchObject({ code: 'PT403' })
  expect(await refusal(shop.giveUp(id, '', moderator))).toMatchObject({ code: 'PT403' })
})

test('of many who settle one refund at once, one does', async () => {
  const order = await shop.buy(byStripe)
  const id = await bounced(order, 20)
  const outcomes = await Promise.allSettled([
    shop.payOtherwise(id),
    shop.giveUp(id),
    shop.retry(id),
    shop.payOtherwise(id),
    shop.giveUp(id),
    shop.retry(id),
    shop.bounce(id),
  ])
  expect(outcomes.slice(0, 6).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ hint: 'not_failed' })
})
