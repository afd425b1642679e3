import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { as, rejection, signUpStaff } from './visitor-fixtures'

interface Entry {
  id: number
  subject: string
  action: string
  actor: string
  actor_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  record: { name: string; opens: string } | null
}
interface Page {
  rows: Entry[]
  older: number | null
  newer: number | null
}

const sql = await testDatabase()
const owner = await signUpStaff(sql)
beforeEach(async () => {
  await sql`truncate audit_log`
})

const page = (filter: object = {}, cursor: { p_before?: number; p_after?: number } = {}, p_size = 25) =>
  callAs<Page>(sql, owner, 'office_audit', { p_filter: filter, ...cursor, p_size })
const ids = ({ rows }: Page) => rows.map(({ id }) => id)

/** Entries at these moments, which need not come in the order of their ids. @returns their ids */
async function entries(rows: { at: string; actor?: string; subject?: string }[]): Promise<number[]> {
  const made = []
  for (const { at, actor = randomUUID(), subject = 'products' } of rows) {
    const [row] = await sql<{ id: number }[]>`
      insert into audit_log (table_name, row_id, action, actor, created_at)
      values (${subject}, ${randomUUID()}, 'delete', ${actor}, ${at}) returning id::int`
    made.push(row?.id ?? 0)
  }
  return made
}

test('a change says who, what, before and after, and what its record is called', async () => {
  const [product] = await as(
    sql,
    owner,
    (tx) => tx<{ id: string; name: string }[]>`
      update products set care = 'By hand' where id = (select id from products order by name limit 1) returning id, name`,
  )
  const { rows, older, newer } = await page()
  expect(rows).toMatchObject([
    {
      subject: 'products',
      action: 'update',
      actor: owner.user?.id,
      actor_name: 'Rowan',
      after: { care: 'By hand' },
      record: { name: product?.name, opens: product?.id },
    },
  ])
  expect([older, newer]).toEqual([null, null])
})

test('staff whose account is gone are still named, and found', async () => {
  const leaver = await signUpStaff(sql)
  const userId = leaver.user?.id ?? ''
  await sql`update admin_users set first_name = 'Wren', last_name = 'Scott' where user_id = ${userId}`
  await as(
    sql,
    leaver,
    (tx) => tx`insert into promotions (code, kind, percent) values ('WREN10', 'percent', 10)`,
  )
  await sql`delete from auth.users where id = ${userId}`
  expect((await page({ actor: userId })).rows).toMatchObject([
    { actor_name: 'Wren Scott', action: 'insert', record: { name: 'WREN10' } },
  ])
  const people = await callAs<{ user_id: string; name: string; is_active: boolean }[]>(
    sql,
    owner,
    'audit_people',
    {},
  )
  expect(people).toContainEqual({ user_id: userId, name: 'Wren Scott', is_active: false })
  expect(people.find(({ user_id: id }) => id === owner.user?.id)).toMatchObject({
    name: 'Rowan',
    is_active: true,
  })
})

test('the log has a name for every record of every subject that it keeps', async () => {
  const audited = await sql<{ name: string }[]>`
    select distinct relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = 'audit_insert' order by 1`
  const [source] = await sql<{ text: string }[]>`
    select prosrc as text from pg_proc where oid = 'private.audited_record(text, text)'::regprocedure`
  expect(audited.length).toBeGreaterThan(12)
  for (const { name } of audited) expect(source?.text).toContain(`when '${name}' then`)
  for (const { name } of audited)
    for (const row of [randomUUID(), '1', 'x', '']) await sql`select private.audited_record(${name}, ${row})`
})

test('ids and hashes that give access are left out of entries', async () => {
  await sql`insert into audit_log (table_name, row_id, action, actor, after)
    values ('orders', '1', 'insert', ${owner.user?.id ?? ''}, '{"total": 5, "checkout_session_id": "SECRET", "token_hash": "SECRET"}')`
  expect((await page()).rows[0]?.after).toEqual({ total: 5 })
})

test('a day is a day in London', async () => {
  // Midnight of 1 July is 23:00 UTC of 30 June.
  const [last, first] = await entries([{ at: '2026-06-30T22:59:59Z' }, { at: '2026-06-30T23:00:00Z' }])
  expect(ids(await page({ from: '2026-07-01' }))).toEqual([first])
  expect(ids(await page({ to: '2026-06-30' }))).toEqual([last])
  expect(ids(await page({ from: '2026-06-30', to: '2026-07-01' }))).toEqual([first, last])
})

test('pages lead on and back over any log and filter, and show each entry once', async () => {
  const people = [randomUUID(), randomUUID()]
  const subjects = ['products', 'orders']
  const log = fc.array(
    fc.record({
      minute: fc.integer({ min: 0, max: 5 }),
      actor: fc.constantFrom(...people),
      subject: fc.constantFrom(...subjects),
    }),
    { maxLength: 14 },
  )
  const filters = fc.record(
    { actor: fc.constantFrom(...people), subject: fc.constantFrom(...subjects) },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(log, filters, fc.integer({ min: 1, max: 4 }), async (rows, filter, size) => {
      await sql`truncate audit_log`
      const made = await entries(
        rows.map(({ minute, ...row }) => ({ ...row, at: `2026-07-01T12:0${String(minute)}:00Z` })),
      )
      const wanted = rows
        .map((row, index) => ({ ...row, id: made[index] ?? 0 }))
        .filter((row) => Object.entries(filter).every(([key, value]) => Reflect.get(row, key) === value))
        .sort((a, b) => b.minute - a.minute || b.id - a.id)
        .map(({ id }) => id)
      const shownPages: number[][] = []
      let shown = await page(filter, {}, size)
      expect(shown.newer).toBeNull()
      for (;;) {
        shownPages.push(ids(shown))
        if (shown.older === null) break
        shown = await page(filter, { p_before: shown.older }, size)
      }
      expect(shownPages.flat()).toEqual(wanted)
      // And back, to the newest page again.
      for (let back = shownPages.length - 2; back >= 0; back -= 1) {
        expect(shown.newer).not.toBeNull()
        shown = await page(filter, { p_after: shown.newer ?? 0 }, size)
        expect(ids(shown)).toEqual(shownPages[back])
      }
      expect(shown.newer).toBeNull()
    }),
    { numRuns: process.env.TEST_DEEP ? 300 : 25 },
  )
})

test('from an entry that is gone, the newest page is shown', async () => {
  const made = await entries([{ at: '2026-07-01T12:00:00Z' }])
  for (const cursor of [{ p_before: 999_999 }, { p_after: 999_999 }])
    expect(ids(await page({}, cursor))).toEqual(made)
})

test.each([
  [{ actor: 'me' }, 'actor'],
  [{ subject: "x'; drop" }, 'subject'],
  [{ from: '2026-02-30' }, 'from'],
  [{ to: 'tomorrow' }, 'to'],
  [{ colour: 'red' }, 'colour'],
  [[], 'filter'],
])('the filter %o is rejected', async (filter, hint) => {
  expect(await rejection(page(filter))).toMatchObject({ code: 'PT422', hint })
})
