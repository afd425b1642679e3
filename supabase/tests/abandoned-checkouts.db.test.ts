import { beforeEach, expect, test } from 'vitest'
import { addToCart, complete, details, startCheckout, stockProduct } from './checkout-steps'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUpStaff } from './visitor-fixtures'

interface Row {
  id: string
  email: string
  total: number
  items: { name: string; quantity: number }[]
  obstacle: string | null
}

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const set = (mode: 'off' | 'by_hand' | 'automatic') => sql`
  insert into shop_settings (key, value) values ('checkout.reminder', ${JSON.stringify(mode)}::text::jsonb)
  on conflict (key) do update set value = excluded.value`
beforeEach(async () => {
  await set('automatic')
})

let people = 0
/** A checkout of some hours ago, as a guest's browser leaves it. */
async function abandon({
  email = `left${String((people += 1))}@reminders.test`,
  hours = 5,
  offered = true,
  declined = false,
} = {}) {
  const buyer = guest()
  await addToCart(sql, buyer, await stockProduct(sql, 10, 50), 2)
  const checkout = await startCheckout(sql, buyer, await details(sql, 'Standard', { email }))
  if (offered) await as(sql, buyer, (tx) => tx`select note_reminder(${checkout.session_id}, ${declined})`)
  await sql`update checkout_sessions set created_at = now() - ${hours} * interval '1 hour' where session_id = ${checkout.session_id}`
  await sql`update private.reminders set offered_at = now() - ${hours} * interval '1 hour' where checkout_session_id = ${checkout.session_id}`
  const [row] = await sql<
    { id: string }[]
  >`select id from checkout_sessions where session_id = ${checkout.session_id}`
  return { buyer, email, session: checkout.session_id, id: row?.id ?? '' }
}
const sweep = () => sql`select sweep()`
const mails = (email: string) => sql<
  { id: string; status: string; data: { token: string; items: object[] } }[]
>`
  select id, status, data from email_outbox where kind = 'abandoned_checkout' and recipient = ${email}`
const list = async () =>
  (await callAs<{ rows: Row[] }>(sql, staff, 'abandoned_checkouts', { p_size: 100 })).rows
const send = (id: string) => callAs(sql, staff, 'send_reminder', { p_session: id })
const decline = async (token: string) =>
  (await as(sql, guest(), (tx) => tx<{ known: boolean }[]>`select decline_reminders(${token}) as known`))[0]
    ?.known

test('an abandoned checkout is listed with its goods and gets one email, however often the sweep runs', async () => {
  const { email, id } = await abandon()
  expect((await list()).find((row) => row.id === id)).toMatchObject({
    email,
    items: [{ quantity: 2 }],
    obstacle: null,
  })
  await sweep()
  await sweep()
  expect(await mails(email)).toMatchObject([{ status: 'pending', data: { items: [{ quantity: 2 }] } }])
  expect((await list()).find((row) => row.id === id)).toMatchObject({ obstacle: 'sent' })
  expect(await rejection(send(id))).toMatchObject({ code: 'PT409', hint: 'reminder_sent' })
})

test.each([
  ['is not old enough', { hours: 3 }, 'open'],
  ['never said that there could be an email', { offered: false }, 'not_offered'],
  ['was declined in the checkout', { declined: true }, 'declined'],
])('a checkout that %s gets none, by nobody', async (_name, options, obstacle) => {
  const { email, id } = await abandon(options)
  await sweep()
  expect(await rejection(send(id))).toMatchObject({ code: 'PT409', hint: `reminder_${obstacle}` })
  expect(await mails(email)).toHaveLength(0)
})

test('while the setting is off nothing is offered and nothing sent; by hand staff alone send it, once', async () => {
  await set('off')
  const off = await abandon()
  await sweep()
  expect(await mails(off.email)).toHaveLength(0)
  await set('by_hand')
  expect(await rejection(send(off.id))).toMatchObject({ hint: 'reminder_not_offered' })
  const { email, id } = await abandon()
  await sweep()
  expect(await mails(email)).toHaveLength(0)
  const results = await Promise.allSettled([send(id), send(id)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await mails(email)).toHaveLength(1)
  const log = await sql`select after from audit_log where table_name = 'checkout_sessions' and row_id = ${id}`
  expect(log).toMatchObject([{ after: { reminder: 'sent' } }])
})

test('whoever buys before it is sent gets none, however their mailbox is spelt or whoever buys after it was queued', async () => {
  const { email } = await abandon()
  const buy = async () => {
    const buyer = guest()
    await addToCart(sql, buyer, await stockProduct(sql, 10, 50))
    const checkout = await startCheckout(
      sql,
      buyer,
      await details(sql, 'Standard', { email: email.toUpperCase() }),
    )
    await complete(sql, buyer, checkout.session_id)
  }
  await sweep()
  expect(await mails(email)).toHaveLength(1)
  await buy()
  expect(await mails(email)).toHaveLength(0)
  const again = await abandon({ email })
  await buy()
  await sweep()
  expect(await mails(email)).toHaveLength(0)
  expect((await list()).map(({ id }) => id)).not.toContain(again.id)
})

test('one person gets one in 30 days, for the newest checkout alone', async () => {
  const first = await abandon({ hours: 9 })
  const second = await abandon({ email: first.email, hours: 6 })
  expect(await rejection(send(first.id))).toMatchObject({ hint: 'reminder_begun_again' })
  await sweep()
  expect(await mails(first.email)).toHaveLength(1)
  const sent =
    await sql`select checkout_session_id from private.reminders where sent_at is not null and checkout_session_id in (${first.session}, ${second.session})`
  expect(sent).toMatchObject([{ checkout_session_id: second.session }])
  const third = await abandon({ email: first.email.replace('@', '+tag@') })
  await sweep()
  expect(await rejection(send(third.id))).toMatchObject({ hint: 'reminder_recent' })
  await sql`update private.reminders set sent_at = sent_at - interval '31 days' where checkout_session_id = ${second.session}`
  await send(third.id)
})

test('the link declines for ever, also for later checkouts and after all else is deleted', async () => {
  const { email, session } = await abandon()
  await sweep()
  const [mail] = await mails(email)
  const token = mail?.data.token ?? ''
  await sql`delete from checkout_sessions where session_id = ${session}`
  await sql`update private.reminders set offered_at = now() - interval '3 years', sent_at = now() - interval '3 years', settled_at = now() - interval '3 years'
    where checkout_session_id = ${session}`
  await sweep()
  expect(await decline('x')).toBe(false)
  expect(await decline(token)).toBe(true)
  expect(await decline(token)).toBe(true)
  expect(await mails(email)).toHaveLength(0)
  const later = await abandon({ email: email.toUpperCase() })
  await sweep()
  expect(await rejection(send(later.id))).toMatchObject({ hint: 'reminder_declined' })
  const kept = await sql`select * from private.reminders where checkout_session_id = ${session}`
  expect(JSON.stringify(kept)).not.toContain('@')
})

test('a failed email that is sent again has a working link; one that was sent is deleted after 30 days', async () => {
  const { email } = await abandon()
  await sweep()
  const [mail] = await mails(email)
  await sql`update email_outbox set status = 'failed', data = data - 'token' where id = ${mail?.id ?? ''}`
  await as(sql, staff, (tx) => tx`select retry_mail(${mail?.id ?? ''})`)
  const [again] = await mails(email)
  expect(again?.data.token).not.toBe(mail?.data.token)
  await sql`update email_outbox set status = 'sent', created_at = now() - interval '31 days' where id = ${mail?.id ?? ''}`
  await sweep()
  expect(await mails(email)).toHaveLength(0)
  expect(await decline(again?.data.token ?? '')).toBe(true)
})

test('the dashboard counts the checkouts that can get their email, while the shop sends any', async () => {
  const count = async () =>
    (await callAs<{ abandoned_checkouts: number | null }>(sql, staff, 'office_tasks', {})).abandoned_checkouts
  await set('by_hand')
  const before = Number(await count())
  const { id } = await abandon()
  await abandon({ hours: 3 })
  await abandon({ declined: true })
  expect(await count()).toBe(before + 1)
  await send(id)
  expect(await count()).toBe(before)
  await set('off')
  expect(await count()).toBeNull()
})
