import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { as, connections, guest, rejection, signUpStaff, signUp } from './visitor-fixtures'

interface Page {
  rows: { id: string; subject: string; state: string; assignee: string | null }[]
  total: number
  exact: boolean
  pages: number
}

interface Message {
  state: string
  assignee: string | null
  replies: { text: string; author: string; mail_status: string }[]
}

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const colleague = await signUpStaff(sql, 'moderator')

const list = (p_filter: object = {}, p_page = 1, p_size = 20): Promise<Page> =>
  callAs(sql, staff, 'office_messages', { p_filter, p_page, p_size })
const subjects = async (filter: object) => (await list(filter)).rows.map(({ subject }) => subject)
const unread = (): Promise<string> => callAs(sql, staff, 'unread_messages', {})
const record = (p_id: string): Promise<Message> => callAs(sql, staff, 'message_record', { p_id })
const answer = (p_id: string, p_key: string, p_text: string, connection = sql): Promise<unknown> =>
  callAs(connection, staff, 'answer_message', { p_id, p_key, p_text })
const emails = (email: string) =>
  sql`select kind, subject, data from email_outbox where recipient = ${email} and kind = 'contact_reply'`

async function write(subject: string, email = `${randomUUID()}@writer.test`): Promise<string> {
  await as(
    sql,
    guest(),
    (tx) =>
      tx`insert into contact_messages (name, email, subject, message) values ('Imogen Hale', ${email}, ${subject}, 'When does my parcel come?')`,
  )
  const [row] = await sql<{ id: string }[]>`
    select id from contact_messages where email = ${email} and subject = ${subject}`
  return row?.id ?? ''
}

const change = (id: string, values: string, by = staff) =>
  as(sql, by, (tx) => tx.unsafe(`update contact_messages set ${values} where id = '${id}'`))

test('unread messages come first, then the newest; states and assignees are filters', async () => {
  const [first, second] = [await write('First'), await write('Second')]
  await write('Third')
  expect(await subjects({})).toEqual(['Third', 'Second', 'First'])
  expect(Number(await unread())).toBe(3)
  await change(second, 'is_read = true')
  expect(await subjects({})).toEqual(['Third', 'First', 'Second'])
  await change(first, `is_read = true, status = 'closed', assignee = '${colleague.user?.id ?? ''}'`)
  expect(Number(await unread())).toBe(1)
  expect(await subjects({ state: 'new' })).toEqual(['Third'])
  expect(await subjects({ state: 'open' })).toEqual(['Second'])
  expect(await subjects({ state: 'closed' })).toEqual(['First'])
  expect(await subjects({ assignee: colleague.user?.id })).toEqual(['First'])
  expect(await subjects({ assignee: 'none' })).toEqual(['Third', 'Second'])
  expect(await subjects({ assignee: 'none', state: 'open' })).toEqual(['Second'])
  expect(await subjects({ q: 'seco' })).toEqual(['Second'])
  expect(await subjects({ q: 'imogen', state: 'closed' })).toEqual(['First'])
  await change(second, 'is_read = false')
  expect(await subjects({ state: 'new' })).toEqual(['Third', 'Second'])
})

test('a message is given to colleagues only', async () => {
  const [id, stranger] = [await write('Whose'), await signUp(sql)]
  const given = change(id, `assignee = '${stranger.user?.id ?? ''}'`)
  expect(await rejection(given)).toMatchObject({ code: 'PT422' })
})

test.each([{ state: 'lost' }, { assignee: 'me' }, { page: '2' }, { q: 'x'.repeat(201) }])(
  'the filter %j is rejected by name',
  async (filter) => {
    expect(await rejection(list(filter))).toMatchObject({ code: 'PT422', hint: Object.keys(filter)[0] })
  },
)

test('an answer goes out once, with the question, and is kept; the message is answered and has an owner', async () => {
  const id = await write('Parcel', 'once@writer.test')
  const key = randomUUID()
  await answer(id, key, '  It comes tomorrow.\n\nRowan ')
  await answer(id, key, 'It comes tomorrow.\n\nRowan')
  expect(await emails('once@writer.test')).toMatchObject([
    {
      subject: 'Our reply to your message',
      data: { text: 'It comes tomorrow.\n\nRowan', question: 'When does my parcel come?', subject: 'Parcel' },
    },
  ])
  expect(await record(id)).toMatchObject({
    state: 'answered',
    assignee: staff.user?.id,
    replies: [{ text: 'It comes tomorrow.\n\nRowan', author: staff.user?.id, mail_status: 'pending' }],
  })
  expect(await rejection(answer(id, key, 'It comes on Monday.'))).toMatchObject({ code: 'PT409' })
  await answer(id, randomUUID(), 'It came back, we send it again.')
  expect(await emails('once@writer.test')).toHaveLength(2)
})

test('a double click that reaches the database twice at once sends one email', async () => {
  const id = await write('Twice', 'twice@writer.test')
  const key = randomUUID()
  const pool = connections(sql, 4)
  await Promise.all(Array.from({ length: 4 }, () => answer(id, key, 'Once is enough.', pool)))
  await pool.end()
  expect(await emails('twice@writer.test')).toHaveLength(1)
})

test('a message assigned to a colleague stays assigned to them when another colleague replies', async () => {
  const id = await write('Theirs')
  await change(id, `assignee = '${colleague.user?.id ?? ''}'`)
  await answer(id, randomUUID(), 'On behalf of my colleague.')
  expect(await record(id)).toMatchObject({ assignee: colleague.user?.id })
})

test.each([
  ['', 'PT422'],
  [' \n ', 'PT422'],
  ['x'.repeat(5001), 'PT422'],
])('an answer that is empty or too long is rejected (%#)', async (text, code) => {
  const id = await write('Empty')
  expect(await rejection(answer(id, randomUUID(), text))).toMatchObject({ code, hint: 'text' })
})

test('a message can be assigned to active members of staff alone', async () => {
  const id = await write('Assigned')
  const left = await signUpStaff(sql)
  const assign = (user: string | undefined) => change(id, `assignee = '${user ?? ''}'`)
  await assign(left.user?.id)
  await change(id, 'assignee = null')
  await sql`update admin_users set is_active = false where user_id = ${left.user?.id ?? ''}`
  expect(await rejection(assign(left.user?.id))).toMatchObject({ code: 'PT422', hint: 'assignee' })
})

test('a deleted message takes its answers along, and no count keeps it', async () => {
  const id = await write('Deleted')
  await answer(id, randomUUID(), 'Thank you.')
  await as(sql, staff, (tx) => tx`delete from contact_messages where id = ${id}`)
  expect(await sql`select from contact_replies where message_id = ${id}`).toHaveLength(0)
  expect(await rejection(record(id))).toMatchObject({ code: 'PT404' })
})

test('the pages hold every message once, also of a text that more than 1,000 have', async () => {
  await sql`alter table contact_messages disable trigger limit_contact_messages, disable trigger acknowledge_messages`
  await sql`insert into contact_messages (name, email, subject, message, is_read)
    select 'Many', 'many@writer.test', 'Many ' || i, 'When does my parcel come?', i % 3 > 0 from generate_series(1, 1100) as i`
  await sql`alter table contact_messages enable trigger limit_contact_messages, enable trigger acknowledge_messages`
  const ids: string[] = []
  const { pages, total } = await list({}, 1, 100)
  for (let page = 1; page <= pages; page += 1)
    ids.push(...(await list({}, page, 100)).rows.map(({ id }) => id))
  const expected = await sql<
    { id: string }[]
  >`select id from contact_messages order by is_read, created_at desc, id`
  expect(ids).toEqual(expected.map(({ id }) => id))
  expect(total).toBe(expected.length)
  expect(await list({ q: 'many@' })).toMatchObject({ total: 1000, exact: false, pages: 50 })
})

test('a message whose answer was lost and that is sent again is kept once, with one email', async () => {
  const [one, visitor, email] = [connections(sql, 2), guest(), `${randomUUID()}@writer.test`]
  const send = (subject: string) =>
    as(
      one,
      visitor,
      (tx) =>
        tx`insert into contact_messages (name, email, subject, message) values ('Imogen Hale', ${email}, ${subject}, 'When does my parcel come?')`,
    )
  await Promise.all([send('Parcel'), send('Parcel')])
  await send('Another')
  const kept = () => sql`select subject from contact_messages where email = ${email} order by subject`
  expect(await kept()).toMatchObject([{ subject: 'Another' }, { subject: 'Parcel' }])
  expect(await sql`select from email_outbox where recipient = ${email}`).toHaveLength(2)
  // Later it is another one.
  await sql`update contact_messages set created_at = now() - interval '61 minutes' where email = ${email}`
  await send('Parcel')
  expect(await kept()).toHaveLength(3)
  await one.end()
})
