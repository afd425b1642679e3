import { beforeEach, expect, test } from 'vitest'
import type { Role } from './declaration/rights'
import { testDatabase } from './test-database'
import { as, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
beforeEach(async () => {
  await sql`delete from email_outbox`
})

interface Email {
  recipient: string
  status?: string
  kind?: string
  data?: object
  /** Minutes ago. */
  age?: number
}
async function add({ recipient, status = 'failed', kind = 'contact_received', data = {}, age = 0 }: Email) {
  const [row] = await sql<{ id: string }[]>`
    insert into email_outbox (kind, recipient, subject, status, data, created_at, last_error)
    values (${kind}, ${recipient}, 'News', ${status}, ${JSON.stringify(data)}::text::jsonb,
      date_trunc('minute', now()) - make_interval(mins => ${age}), 'mailbox full')
    returning id`
  return row?.id ?? ''
}
interface Page {
  rows: { id: string; recipient: string; last_error: string }[]
  more: boolean
  failed: number
  waiting: number
}
async function list(
  state: string,
  query = '',
  after: string | null = null,
  size = 25,
  by: Visitor = staff,
): Promise<Page> {
  const [row] = await as(
    sql,
    by,
    (tx) => tx<{ page: Page }[]>`select office_mail(${state}, ${query}, ${after}, ${size}) as page`,
  )
  if (!row) throw new Error('no page')
  return row.page
}
const recipients = ({ rows }: Page) => rows.map(({ recipient }) => recipient)
const record = async (id: string, by: Visitor = staff) => {
  const [row] = await as(
    sql,
    by,
    (tx) => tx<{ record: Record<string, unknown> }[]>`select mail_record(${id}) as record`,
  )
  return row?.record
}

test('each state lists its emails newest first, and both numbers that matter are counted', async () => {
  await add({ recipient: 'old@example.test', age: 5 })
  await add({ recipient: 'new@example.test', age: 1 })
  await add({ recipient: 'soon@example.test', status: 'pending' })
  await add({ recipient: 'gone@example.test', status: 'sent' })
  expect(recipients(await list('failed'))).toEqual(['new@example.test', 'old@example.test'])
  expect(recipients(await list('waiting'))).toEqual(['soon@example.test'])
  expect(await list('sent')).toMatchObject({ failed: 2, waiting: 1, more: false })
})

test.each(['', 'a', 'A0'])(
  'the pages of "%s" have every email once, also of the same moment',
  async (query) => {
    for (let number = 0; number < 12; number += 1)
      await add({
        recipient: `${number % 3 === 0 ? 'A' : 'a'}${String(number % 3)}@example.test`,
        age: Math.floor(number / 4),
      })
    const whole = await list('failed', query, null, 100)
    const ids: string[] = []
    let after: string | null = null
    for (;;) {
      const page: Page = await list('failed', query, after, 5)
      ids.push(...page.rows.map(({ id }) => id))
      after = page.rows.at(-1)?.id ?? null
      if (!page.more) break
    }
    expect(ids).toEqual(whole.rows.map(({ id }) => id))
    expect(ids).toHaveLength(query === 'A0' ? 4 : 12)
  },
)

test('a search finds the beginning of an address in any case, and takes signs as they are', async () => {
  await add({ recipient: 'Ada.Lane@example.test' })
  await add({ recipient: 'ada_lane@example.test' })
  await add({ recipient: 'canada@example.test' })
  expect(recipients(await list('failed', ' ADA '))).toEqual([
    'Ada.Lane@example.test',
    'ada_lane@example.test',
  ])
  expect(recipients(await list('failed', 'ada_'))).toEqual(['ada_lane@example.test'])
  expect(recipients(await list('failed', '%'))).toEqual([])
  expect(recipients(await list('failed', '\\'))).toEqual([])
})

test('a state or search that there is not is rejected', async () => {
  expect(await rejection(list('lost'))).toMatchObject({ code: 'PT422', hint: 'state' })
  expect(await rejection(list('sent', 'x'.repeat(255)))).toMatchObject({ code: 'PT422', hint: 'query' })
})

test.each(['pending', 'failed'])('a %s email is read without its code or token', async (status) => {
  const id = await add({
    recipient: 'ada@example.test',
    status,
    kind: 'account_link',
    data: { token: 'secret-token', account_token: 'secret-offer', issued_at: '2026-01-05T12:00:00Z' },
  })
  const found = await record(id)
  expect(found).toMatchObject({
    recipient: 'ada@example.test',
    status,
    last_error: 'mailbox full',
    data: { issued_at: '2026-01-05T12:00:00Z' },
  })
  expect(JSON.stringify(found)).not.toContain('secret')
})

test('a sent email has no content, and an unknown one is said to be', async () => {
  const id = await add({ recipient: 'ada@example.test', status: 'sent', data: { note: 'left behind' } })
  expect(await record(id)).toMatchObject({ status: 'sent', data: null })
  expect(await rejection(record('00000000-0000-4000-8000-000000000000'))).toMatchObject({ code: 'PT404' })
})

interface Retried {
  queued: number
  rejected: { id: string; recipient: string; reason: string }[]
  next: string | null
}
const retryAll = async (after: string | null = null, by: Visitor = staff) => {
  const [row] = await as(
    sql,
    by,
    (tx) => tx<{ outcome: Retried }[]>`select retry_failed_mail(${after}) as outcome`,
  )
  return row?.outcome
}

test('all failed emails are sent again; what must not be is left, with the reason', async () => {
  const fine = await add({ recipient: 'fine@example.test' })
  const card = await add({ recipient: 'friend@example.test', kind: 'gift_card', age: 1 })
  const sent = await add({ recipient: 'sent@example.test', status: 'sent' })
  expect(await retryAll()).toEqual({
    queued: 1,
    rejected: [{ id: card, recipient: 'friend@example.test', reason: 'This gift card has ended.' }],
    next: null,
  })
  const rows = await sql`select id, status, attempts from email_outbox order by recipient`
  expect([...rows]).toEqual([
    { id: fine, status: 'pending', attempts: 0 },
    { id: card, status: 'failed', attempts: 0 },
    { id: sent, status: 'sent', attempts: 0 },
  ])
})

test('more than fifty are sent again in several calls, past those that are left', async () => {
  for (let number = 0; number < 60; number += 1)
    await add({ recipient: `friend${String(number)}@example.test`, kind: 'gift_card', age: 2 })
  await add({ recipient: 'fine@example.test', age: 1 })
  const first = await retryAll()
  expect(first).toMatchObject({ queued: 0, next: expect.any(String) })
  expect(await retryAll(first?.next)).toMatchObject({ queued: 1, next: null })
})

test.each<[Role, seen: string[]]>([
  ['super_admin', ['customer@example.test', 'friend@example.test', 'new-colleague@example.test']],
  ['admin', ['customer@example.test', 'friend@example.test']],
  ['moderator', ['customer@example.test']],
])('an %s reads and sends again only what their rights include', async (role, seen) => {
  const member = await signUpStaff(sql, role)
  const ids = {
    'customer@example.test': await add({ recipient: 'customer@example.test' }),
    // The gift card is unknown, so nobody can send its code again.
    'friend@example.test': await add({ recipient: 'friend@example.test', kind: 'gift_card', age: 1 }),
    'new-colleague@example.test': await add({
      recipient: 'new-colleague@example.test',
      kind: 'staff_invitation',
      data: { role: 'admin', inviter: 'Rowan' },
      age: 2,
    }),
  }
  const page = await list('failed', '', null, 25, member)
  expect(recipients(page)).toEqual(seen)
  expect(page).toMatchObject({ failed: seen.length, more: false })
  expect(recipients(await list('failed', 'new-', null, 25, member))).toEqual(
    seen.filter((recipient) => recipient.startsWith('new-')),
  )
  const rows = await as(
    sql,
    member,
    (tx) => tx<{ recipient: string }[]>`select recipient from email_outbox order by created_at desc`,
  )
  expect(rows.map(({ recipient }) => recipient)).toEqual(seen)
  for (const [recipient, id] of Object.entries(ids)) {
    if (seen.includes(recipient)) expect(await record(id, member)).toMatchObject({ recipient })
    else {
      const reported = { code: 'PT403', hint: 'not_allowed' }
      expect(await rejection(record(id, member))).toMatchObject(reported)
      expect(await rejection(as(sql, member, (tx) => tx`select retry_mail(${id})`))).toMatchObject(reported)
    }
  }
  const outcome = await retryAll(null, member)
  expect(outcome?.rejected.map(({ recipient }) => recipient)).toEqual(
    ['new-colleague@example.test', 'friend@example.test'].filter((recipient) => seen.includes(recipient)),
  )
})

test('customers read and send nothing', async () => {
  const customer = await signUp(sql)
  for (const call of ['office_mail()', 'retry_failed_mail()', 'mail_record(gen_random_uuid())'])
    expect((await rejection(as(sql, customer, (tx) => tx.unsafe(`select ${call}`)))).code).toBe('PT403')
})
