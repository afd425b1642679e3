import { beforeEach, expect, test } from 'vitest'
import { addToCart, complete, details, reserve, startCheckout, stockProduct } from './checkout-steps'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { as, connections, guest, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const product = await stockProduct(sql, 10, 100)
beforeEach(async () => {
  await sql`update email_outbox set status = 'sent' where status = 'pending'`
  await sql`delete from private.rate_limits`
})

interface Mail {
  id: string
  kind: string
  recipient: string
  order_id: string | null
}
/** Emails of a kind that wait for a mailbox, each a minute older than the one after. */
async function queue(recipient: string, many: number, kind = 'order_status', orderId: string | null = null) {
  await sql`insert into email_outbox (kind, recipient, subject, order_id, created_at, next_attempt_at)
    select ${kind}, ${recipient}, 'News', ${orderId}, now() - make_interval(mins => ${many} - number), now() - make_interval(mins => ${many} - number)
    from generate_series(1, ${many}) as number`
}
/** Claims and sends what is due, as the mailer does. */
async function send(): Promise<Mail[]> {
  const sent: Mail[] = []
  for (;;) {
    const batch = await sql<Mail[]>`select id, kind, recipient, order_id from claim_mail(5)`
    if (batch.length === 0) return sent
    for (const { id } of batch) await sql`select settle_mail(${id})`
    sent.push(...batch)
  }
}
async function anHourLater(): Promise<void> {
  await sql`update private.rate_limits set opened_at = opened_at - interval '61 minutes'`
  await sql`update email_outbox set next_attempt_at = next_attempt_at - interval '61 minutes' where status = 'pending'`
}
const waiting = async () => (await sql`select from email_outbox where status = 'pending'`).length

test('a mailbox gets twelve emails an hour; the others wait and none is lost', async () => {
  await queue('ada@example.test', 30)
  for (const expected of [12, 12, 6]) {
    expect(await send()).toHaveLength(expected)
    expect(await send()).toEqual([])
    await anHourLater()
  }
  expect(await waiting()).toBe(0)
})

test('the oldest go first, and other mailboxes do not wait', async () => {
  await queue('flooded@example.test', 20)
  await queue('ada@example.test', 2)
  const sent = await send()
  expect(sent.filter(({ recipient }) => recipient === 'ada@example.test')).toHaveLength(2)
  const [left] = await sql<{ oldest: string; newest: string }[]>`
    select max(created_at) filter (where status = 'sent')::text as oldest, min(created_at) filter (where status = 'pending')::text as newest
    from email_outbox where recipient = 'flooded@example.test'`
  expect((left?.oldest ?? '') < (left?.newest ?? '')).toBe(true)
})

test('however an address is written, it is one mailbox', async () => {
  for (const recipient of [
    'ada@example.test',
    'Ada@Example.test',
    'ada+1@example.test',
    'ada+shop+2@example.test',
  ])
    await queue(recipient, 5)
  expect(await send()).toHaveLength(12)
})

test('a second attempt at the same email counts once', async () => {
  await queue('ada@example.test', 13)
  for (const { id } of await sql<Mail[]>`select id from claim_mail(100)`)
    await sql`select settle_mail(${id}, 'mailbox full')`
  await sql`update email_outbox set next_attempt_at = now() where attempts > 0`
  expect(await send()).toHaveLength(12)
  expect(await waiting()).toBe(1)
})

test('the receipt of a message is dropped where there is no room', async () => {
  await queue('ada@example.test', 20, 'contact_received')
  expect(await send()).toHaveLength(12)
  expect(await waiting()).toBe(0)
})

test.each(['staff_invitation', 'contact_reply', 'account_deleted', 'gift_card'])(
  'a %s, which no stranger can cause, does not wait',
  async (kind) => {
    await queue('ada@example.test', 12)
    await queue('ada@example.test', 20, kind)
    expect(await send()).toHaveLength(32)
  },
)

/** Buys, and gives the order up again. @returns the order's id */
async function buyAndCancel(buyer: Visitor, recipient: string): Promise<string> {
  await addToCart(sql, buyer, product)
  const checkout = await startCheckout(sql, buyer, await details(sql, 'Standard', { email: recipient }))
  await reserve(sql, buyer, checkout)
  const { order_id } = await complete(sql, buyer, checkout.session_id)
  await callAs(sql, buyer, 'cancel_my_order', { p_order: order_id })
  return order_id
}

test('repeated orders and cancellations cannot flood a stranger’s mailbox', async () => {
  const buyer = await signUp(sql)
  for (let round = 0; round < 12; round += 1) await buyAndCancel(buyer, 'stranger@example.test')
  for (const expected of [12, 12, 12]) {
    expect(await send()).toHaveLength(expected)
    await anHourLater()
  }
  expect(await waiting()).toBe(0)
})

test('the emails of one’s own orders do not wait, also in a mailbox that somebody floods', async () => {
  const buyer = await signUp(sql)
  const { id = '', email = '' } = buyer.user ?? {}
  const flood = async () => {
    await queue(email, 20)
    expect(await send()).toHaveLength(12)
  }
  // Until its address is confirmed, an account is anybody's.
  await flood()
  await buyAndCancel(buyer, email)
  expect(await send()).toEqual([])
  await sql`update auth.users set email_confirmed_at = now() where id = ${id}`
  const order = await buyAndCancel(buyer, email)
  expect((await send()).map((mail) => mail.order_id)).toEqual([order, order, order])
})

test('delayed emails are sent in their order', async () => {
  await queue('ada@example.test', 40)
  const days: string[] = []
  for (let hour = 0; hour < 4; hour += 1) {
    const sent = await send()
    const rows = await sql<{ at: string }[]>`
      select created_at::text as at from email_outbox where id = any (${sent.map(({ id }) => id)}::uuid[]) order by created_at`
    days.push(...rows.map(({ at }) => at))
    await anHourLater()
  }
  expect(days).toHaveLength(40)
  expect(days).toEqual(days.toSorted())
})

test('mailers that claim at once share the room and send nothing twice', async () => {
  await queue('ada@example.test', 20)
  await queue('ben@example.test', 20)
  const crowd = connections(sql, 6)
  try {
    const batches = await Promise.all(
      Array.from({ length: 12 }, () => crowd<Mail[]>`select id, recipient from claim_mail(4)`),
    )
    const ids = batches.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(24)
  } finally {
    await crowd.end()
  }
})

test('no caller of the API asks for room in somebody’s mailbox', async () => {
  for (const visitor of [guest(), await signUp(sql)])
    await expect(
      as(sql, visitor, (tx) => tx`select private.take_mail_room('ada@example.test')`),
    ).rejects.toMatchObject({ code: '42501' })
})
