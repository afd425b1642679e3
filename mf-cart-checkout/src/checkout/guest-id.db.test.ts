import { isGuestId } from '@shop/supabase'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../supabase/tests/test-database'
import { as } from '../../../supabase/tests/visitor-fixtures'

const sql = await testDatabase()

const ofLength = (length: number) => `session_${'aZ0_-'.repeat(30).slice(0, length)}`

test.each([
  [`session_${'0f'.repeat(24)}`, true],
  [ofLength(16), true],
  [ofLength(120), true],
  [ofLength(15), false],
  [ofLength(121), false],
  [`x${ofLength(16)}`, false],
  ['session_%_%_%_%_%_%_%_%', false],
  [`session_${'é'.repeat(16)}`, false],
  [`Session_${'a'.repeat(16)}`, false],
  [`${ofLength(16)}\n`, false],
  [`${ofLength(16)}\nx`, false],
])('browser, web server and database agree on whether %j is the id of a guest', async (id, expected) => {
  expect(isGuestId(id)).toBe(expected)
  const header = await as(
    sql,
    { headers: { 'x-session-id': id } },
    (tx) => tx<{ taken: boolean }[]>`select private.guest_session() is not null as taken`,
  )
  expect(header).toEqual([{ taken: expected }])
  const isTakenNext = await sql`
    select private.new_guest_session(jsonb_build_object('new_session_id', ${id}::text), 'cart')`.then(
    () => true,
    (error: unknown) => !String(error).includes('new_session_id must be'),
  )
  expect(isTakenNext).toBe(expected)
})
