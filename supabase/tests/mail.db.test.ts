import * as v from 'valibot'
import { expect, test } from 'vitest'
import { mailboxTransport, startMailer, type Transport } from '@shop/mailer'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { testBackend } from './test-database'
import { as, guest, rejection } from './visitor-fixtures'

const siteUrl = 'https://shop.example'
const backend = await testBackend()
const { sql } = backend

const previousSchema = v.array(
  v.object({ to: v.string(), subject: v.string(), text: v.string(), html: v.string() }),
)

/** Runs the mailer until nothing is due, and ends it. */
async function sendWhatIsDue(
  transport: Transport = mailboxTransport(backend.url, backend.secretKey),
): Promise<string[]> {
  const log: string[] = []
  let rest: () => void = () => undefined
  const idle = new Promise<void>((resolve) => {
    rest = resolve
  })
  const clock = {
    now: () => Date.now(),
    // Two seconds is the pause of a mailer that has found nothing to send.
    pause: (ms: number, signal: AbortSignal) => {
      if (ms === 2000) rest()
      return new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => {
          resolve()
        })
      })
    },
  }
  const mailer = startMailer({
    url: backend.url,
    secretKey: backend.secretKey,
    transport,
    siteUrl,
    log: (line) => log.push(line),
    clock,
  })
  await idle
  await mailer.stop()
  return log
}

async function mailbox(): Promise<v.InferOutput<typeof previousSchema>> {
  return v.parse(previousSchema, await (await fetch(`${backend.url}/mailbox.json`)).json())
}

async function buy(): Promise<{ order_id: string; order_number: string }> {
  const buyer = guest()
  const checkout = await readyToPay(sql, buyer, await stockProduct(sql, 19.99, 5), 2)
  return complete(sql, buyer, checkout.session_id)
}

test('a buyer gets one email with every figure and a link that opens an account', async () => {
  const { order_id, order_number } = await buy()
  const [{ token } = {}] =
    await sql`select data ->> 'account_token' as token from email_outbox where order_id = ${order_id}`
  expect(await sendWhatIsDue()).toEqual([])

  const emails = await mailbox()
  const confirmation = emails.find(({ subject }) => subject === `Your order ${order_number}`)
  expect(confirmation?.to).toBe('guest@example.test')
  expect(confirmation?.text).toMatch(
    /2 × £15\.79 · SKU \S+: £31\.58\n\nSubtotal excl\. VAT: £31\.58\nVAT at 20%: £6\.32\nDelivery: Free\nTotal: £37\.90\n\nOrder number: /,
  )
  expect(confirmation?.text).toContain('1 Example Street, London')
  expect(confirmation?.html).toContain('£37.90')
  expect(confirmation?.text).toContain(`\n${siteUrl}/create-account?token=${String(token)}\n`)

  const left =
    await sql`select kind, status, attempts, data from email_outbox where order_id = ${order_id} order by kind`
  expect(left).toEqual([{ kind: 'order_confirmation', status: 'sent', attempts: 1, data: {} }])
  await sendWhatIsDue()
  expect(await mailbox()).toHaveLength(emails.length)
})

test('news of an order reach the buyer, and staff see the subject that was sent', async () => {
  const { order_id, order_number } = await buy()
  await sql`insert into shipments (order_id, carrier, tracking_number, status, estimated_delivery) values (${order_id}, 'Royal Mail', 'RM123', 'shipped', '2026-12-01')`
  expect(await sendWhatIsDue()).toEqual([])
  const shipped = (await mailbox()).find(
    ({ subject }) => subject === `Your order ${order_number} is on its way`,
  )
  expect(shipped?.text).toContain(
    'Estimated delivery: 1 December 2026\n\nCarrier: Royal Mail\nTracking number: RM123\n',
  )
  const subjects = sql`select subject, status from email_outbox where order_id = ${order_id} order by created_at`
  expect([...(await subjects)]).toEqual([
    { subject: `Your order ${order_number}`, status: 'sent' },
    { subject: `Your order ${order_number} is on its way`, status: 'sent' },
  ])
})

test('an email rejected stays in the outbox with the reason, keeps its link, and goes out once it is due again', async () => {
  const { order_id } = await buy()
  const rejecting: Transport = {
    send: () => Promise.reject(new Error('mailbox full')),
    verify: () => Promise.resolve(),
    close: () => undefined,
  }
  expect(await sendWhatIsDue(rejecting)).toHaveLength(1)
  const waiting = () =>
    sql`select status, last_error, next_attempt_at > now() as later, data ?& array['token', 'account_token'] as tokens from email_outbox where order_id = ${order_id}`
  expect(await waiting()).toEqual([
    { status: 'pending', last_error: 'mailbox full', later: true, tokens: true },
  ])
  await sql`update email_outbox set next_attempt_at = now() where order_id = ${order_id}`
  expect(await sendWhatIsDue()).toEqual([])
  expect(await waiting()).toMatchObject([{ status: 'sent', last_error: null }])
})

test('a message to the shop is confirmed by one email without its text; a rejected message is not', async () => {
  const email = 'writer@example.test'
  const writer = guest()
  const write = (subject: string, message = 'Claim your prize at once') =>
    as(
      sql,
      writer,
      (tx) => tx`
    insert into contact_messages (name, email, subject, message) values ('You have won', ${email}, ${subject}, ${message})`,
    )
  const queued = () =>
    sql`select kind, recipient, subject, data, order_id, status from email_outbox where recipient = ${email}`
  await write('  <b>Candles  ')
  expect([...(await queued())]).toEqual([
    {
      kind: 'contact_received',
      recipient: email,
      subject: 'We have received your message',
      data: {},
      order_id: null,
      status: 'pending',
    },
  ])
  expect(await sendWhatIsDue()).toEqual([])
  const [mail, ...more] = (await mailbox()).filter(({ to }) => to === email)
  expect(more).toEqual([])
  expect(mail?.text).toContain('we reply within 1-2 business days')
  expect(`${mail?.text ?? ''}${mail?.html ?? ''}`).not.toMatch(/Candles|You have won|Claim your prize/)

  expect(await rejection(write('Short', 'too short'))).toMatchObject({ code: '23514' })
  expect(await queued()).toHaveLength(1)
  for (const subject of ['2', '3', '4', 'x'.repeat(200)]) await write(subject)
  expect(await rejection(write('6'))).toMatchObject({ code: 'PT429' })
  const reported = await queued()
  expect(reported.map(({ data }) => data)).toEqual([{}, {}, {}, {}, {}])
})

test('metrics read how many emails wait, since when, and how many have failed', async () => {
  await sendWhatIsDue()
  const backlog = async () => (await sql`select job_backlog() -> 'email' as email`)[0]?.email
  const before = await backlog()
  expect(before).toMatchObject({ waiting: 0, oldest_seconds: 0 })
  const { order_id } = await buy()
  await sql`update email_outbox set created_at = now() - interval '1 hour' where order_id = ${order_id} and status = 'pending'`
  const { waiting, oldest_seconds } = await backlog()
  expect(waiting).toBeGreaterThan(0)
  expect(oldest_seconds).toBeGreaterThanOrEqual(3600)
  await sql`update email_outbox set status = 'failed' where order_id = ${order_id} and status = 'pending'`
  expect(await backlog()).toEqual({ ...before, failed: before.failed + waiting })
})
