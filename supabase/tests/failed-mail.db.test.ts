import { expect, test } from 'vitest'
import {
  addToCart,
  complete,
  details,
  readyToPay,
  startCheckout,
  stockProduct,
  type Checkout,
  type Receipt,
} from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

interface Mail {
  id: string
  status: string
  attempts: number
  recipient: string
  data: { token?: string; account_token?: string; issued_at?: string; message?: string; amount?: number }
}
async function mailOf(order: string, kind: string): Promise<Mail> {
  const [mail] = await sql<
    Mail[]
  >`select id, status, attempts, recipient, data from email_outbox where order_id = ${order} and kind = ${kind}`
  if (!mail) throw new Error(`no ${kind}`)
  return mail
}
/** Lets every attempt at an email fail. */
async function fail({ id }: Mail): Promise<string[]> {
  const became: string[] = []
  for (let tries = 0; tries < 8; tries += 1) {
    await sql`update email_outbox set next_attempt_at = now() - interval '1 day' where id = ${id}`
    await sql`select from claim_mail(1)`
    const [row] = await sql<{ became: string }[]>`select settle_mail(${id}, 'mailbox full') as became`
    became.push(row?.became ?? '')
  }
  return became
}
const retry = (visitor: Visitor, { id }: Pick<Mail, 'id'>) =>
  as(sql, visitor, (tx) => tx`select retry_mail(${id})`)

async function buyCard(): Promise<Receipt> {
  const visitor = guest()
  const request = {
    email: 'giver@example.test',
    first_name: 'Ada',
    last_name: 'Giver',
    amount: 50,
    recipient_email: 'friend@example.test',
    message: 'With love',
  }
  const [checkout] = await as(
    sql,
    visitor,
    (tx) => tx<Checkout[]>`select session_id from start_gift_card(${JSON.stringify(request)}::text::jsonb)`,
  )
  return complete(sql, visitor, checkout?.session_id ?? '')
}
async function buy(buyer = guest()): Promise<Receipt> {
  const checkout = await readyToPay(sql, buyer, await stockProduct(sql, 10, 5))
  return complete(sql, buyer, checkout.session_id)
}
/** Begins a checkout that a card is to pay for. */
async function payWith(code: string): Promise<{ visitor: Visitor; checkout: Checkout; state: string }> {
  const visitor = guest()
  await addToCart(sql, visitor, await stockProduct(sql, 10, 5))
  const checkout = await startCheckout(sql, visitor, await details(sql))
  const [row] = await as(
    sql,
    visitor,
    (tx) => tx`select apply_gift_card(${checkout.session_id}, ${code}) ->> 'state' as state`,
  )
  return { visitor, checkout, state: String(row?.state) }
}

test('a sent email keeps its recipient, subject, order and times, and no data', async () => {
  const { order_id: order } = await buyCard()
  for (const kind of ['order_confirmation', 'gift_card']) {
    const { id } = await mailOf(order, kind)
    const [row] = await sql`select settle_mail(${id}) as became`
    expect(row).toEqual({ became: 'sent' })
    expect(await sql`select settle_mail(${id}, 'late') as became`).toEqual([{ became: null }])
    const [kept] =
      await sql`select data, order_id, status, sent_at is not null as dated, recipient <> '' and subject <> '' as named from email_outbox where id = ${id}`
    expect(kept).toEqual({ data: {}, order_id: order, status: 'sent', dated: true, named: true })
  }
})

test('an email that failed for the last time keeps no code, and staff alone see it', async () => {
  const { order_id: order } = await buyCard()
  const mail = await mailOf(order, 'gift_card')
  expect(await fail(mail)).toEqual([...Array<string>(7).fill('pending'), 'failed'])
  expect((await mailOf(order, 'gift_card')).data).toMatchObject({ message: 'With love', amount: 50 })
  expect(JSON.stringify(await mailOf(order, 'gift_card'))).not.toContain(mail.data.token)
  const seen = (visitor: Visitor) =>
    as(sql, visitor, async (tx) =>
      (
        await tx`
    select kind, recipient, order_number from email_outbox left join orders on orders.id = order_id where email_outbox.status = 'failed' and order_id = ${order}`
      ).map((row) => row.kind),
    )
  expect(await seen(staff)).toEqual(['gift_card'])
  expect(await seen(await signUp(sql))).toEqual([])
  expect(await rejection(seen(guest()))).toMatchObject({ code: '42501' })
})

test('the retry of a gift card email gives the card a new code, and the old code is unknown', async () => {
  const { order_id: order } = await buyCard()
  const first = await mailOf(order, 'gift_card')
  await fail(first)
  await retry(staff, first)
  const again = await mailOf(order, 'gift_card')
  expect(again).toMatchObject({
    id: first.id,
    status: 'pending',
    attempts: 0,
    recipient: 'friend@example.test',
    data: { message: 'With love', amount: 50 },
  })
  expect(again.data.token).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/)
  expect((await payWith(first.data.token ?? '')).state).toBe('unknown')
  expect((await payWith(again.data.token ?? '')).state).toBe('valid')
  const [event] =
    await sql`select description, data ->> 'actor' as actor from order_events where order_id = ${order} and type = 'email_retried'`
  expect(event).toEqual({ description: 'Email is sent again: gift card', actor: staff.user?.id })
})

test('a card that has paid, is paying or is void gets no new code', async () => {
  const { order_id: order } = await buyCard()
  const mail = await mailOf(order, 'gift_card')
  await fail(mail)
  const { visitor, checkout } = await payWith(mail.data.token ?? '')
  await as(sql, visitor, (tx) => tx`select reserve_checkout(${checkout.session_id})`)
  expect(await rejection(retry(staff, mail))).toMatchObject({ code: 'PT409', hint: 'gift_card_used' })
  await complete(sql, visitor, checkout.session_id)
  expect(await rejection(retry(staff, mail))).toMatchObject({ code: 'PT409', hint: 'gift_card_used' })
  const other = await buyCard()
  const ended = await mailOf(other.order_id, 'gift_card')
  await fail(ended)
  await as(sql, staff, (tx) => tx`update orders set status = 'cancelled' where id = ${other.order_id}`)
  expect(await rejection(retry(staff, ended))).toMatchObject({ code: 'PT409', hint: 'gift_card_void' })
  expect((await mailOf(other.order_id, 'gift_card')).status).toBe('failed')
})

test('the retry of a guest’s confirmation makes new links to its receipt and to an account, and else leaves it as it was', async () => {
  const { order_id: order } = await buy()
  const first = await mailOf(order, 'order_confirmation')
  await fail(first)
  const failed = JSON.stringify((await mailOf(order, 'order_confirmation')).data)
  for (const secret of [first.data.token, first.data.account_token]) {
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(failed).not.toContain(secret)
  }
  await retry(staff, first)
  const {
    token,
    account_token: offer,
    issued_at: at,
    ...rest
  } = (await mailOf(order, 'order_confirmation')).data
  expect({ ...rest, token: first.data.token, account_token: first.data.account_token }).toEqual(first.data)
  expect(token).not.toBe(first.data.token)
  expect(offer).not.toBe(first.data.account_token)
  expect(Date.parse(at ?? '')).not.toBeNaN()
  const [read] = await as(
    sql,
    guest(),
    (tx) => tx`select read_account_token(${offer ?? ''}) ->> 'state' as state`,
  )
  expect(read?.state).toBe('valid')
})

test('a link to an account that was queued by itself is still sent again, with a new token', async () => {
  const { order_id: order } = await buy()
  await sql`insert into email_outbox (kind, recipient, subject, order_id, data) values ('account_link', 'ada@example.test', 'Open your account', ${order}, '{"token":"old"}')`
  const link = await mailOf(order, 'account_link')
  await fail(link)
  expect((await mailOf(order, 'account_link')).data).toEqual({})
  await retry(staff, link)
  expect((await mailOf(order, 'account_link')).data.token).toMatch(/^[0-9a-f]{64}$/)
})

test('only failed emails can be retried, and only by staff', async () => {
  const { order_id: order } = await buy()
  const waiting = await mailOf(order, 'order_confirmation')
  expect(await rejection(retry(staff, waiting))).toMatchObject({ code: 'PT409', hint: 'not_failed' })
  await sql`select settle_mail(${waiting.id})`
  expect(await rejection(retry(staff, waiting))).toMatchObject({ code: 'PT409', hint: 'not_failed' })
  const { order_id: other } = await buy()
  const failed = await mailOf(other, 'order_confirmation')
  await fail(failed)
  expect(await rejection(retry(await signUp(sql), failed))).toMatchObject({ code: 'PT403' })
  expect(await rejection(retry(guest(), failed))).toMatchObject({ code: '42501' })
})

test('the email of a refunded order says what is due, and what a gift card got back', async () => {
  const [card] = await sql<{ code: string }[]>`select private.new_gift_card(500) as code`
  const { visitor, checkout } = await payWith(card?.code ?? '')
  const { order_id: order } = await complete(sql, visitor, checkout.session_id)
  await as(sql, staff, (tx) => tx`update orders set payment_status = 'refunded' where id = ${order}`)
  const [mail] =
    await sql`select subject, data from email_outbox where order_id = ${order} and kind = 'order_status'`
  expect(mail?.subject).toMatch(/^Your order AM\d+-\d+: to be refunded$/)
  expect(mail?.data).toMatchObject({
    status: 'refunded',
    gift_card_amount: 5,
    gift_card_hint: card?.code.slice(-4),
    gift_card_void: false,
  })
  const [balance] =
    await sql`select balance_pence as left from gift_cards where hint = ${card?.code.slice(-4) ?? ''} and initial_pence = 500`
  expect(balance).toEqual({ left: 500 })
})
