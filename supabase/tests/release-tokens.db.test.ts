import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { guest, rejection, signUpStaff } from './visitor-fixtures'

interface LiveSet {
  live: string
  changed: boolean
}
interface Token {
  id: string
  remote: string
  last_used_at: string | null
  revoked_at: string | null
}

const sql = await testDatabase()
const superAdmin = await signUpStaff(sql)
const admin = await signUpStaff(sql, 'admin')
const members = (await sql<{ name: string }[]>`select name from remotes`).map(({ name }) => name)

beforeEach(async () => {
  await sql`delete from private.rate_limits`
  await sql`delete from private.release_tokens`
  await sql`update release_state set live = null, last_good = null, event = null, withdrawn = '{}'`
  await sql`truncate release_events cascade`
  await sql`insert into release_state default values on conflict do nothing`
  await sql`delete from release_sets`
  await sql`delete from releases`
  for (const name of members) await sql`select record_release(${sql.json(record(name, 'v1'))}, 'tester')`
  await sql`select promote_release(${sql.json(Object.fromEntries(members.map((name) => [name, 'v1'])))}, 'tester', '', true)`
})

const record = (name: string, version: string) => ({ name, version, mounts: [], files: {} })
const asStaff = <Response>(name: string, args: object = {}, by = superAdmin) =>
  callAs<Response>(sql, by, name, { ...args })
const create = (p_remote: string, args: object = {}) =>
  asStaff<string>('create_release_token', { p_remote, p_name: 'CI', p_days: 30, ...args })
const withToken = <Response>(name: string, p_token: string, args: object = {}) =>
  callAs<Response>(sql, guest(), name, { p_token, ...args })
const promote = (token: string, name: string, version: string) =>
  withToken<LiveSet>('promote_with_token', token, { p_record: record(name, version) })
const byService = async (name: string, version: string) => {
  await sql`select record_release(${sql.json(record(name, version))}, 'tester')`
  await sql`select promote_release(${sql.json({ [name]: version })}, 'tester', '', false)`
}

/** What is live, and how often that was changed. */
async function state() {
  const [row] = await sql<{ members: Record<string, string>; withdrawn: string[]; events: number }[]>`
    select members, withdrawn, (select count(*)::int from release_events) as events
    from release_state join release_sets as live on live.id = live`
  return row ?? { members: {}, withdrawn: [], events: 0 }
}
const liveMembers = async () => (await state()).members

test('a token promotes and rolls back its member, and the history names it', async () => {
  const token = await create('mf-catalog')
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  const [stored] = await sql<
    { text: string }[]
  >`select row_to_json(t)::text as text from private.release_tokens as t`
  expect(stored?.text).not.toContain(token)
  expect(await withToken('token_remote', token)).toMatchObject({ name: 'mf-catalog', owner: 'catalogue' })
  expect(await promote(token, 'mf-catalog', 'v2')).toMatchObject({ changed: true })
  expect(await liveMembers()).toMatchObject({ 'mf-catalog': 'v2', shell: 'v1' })
  await withToken('roll_back_with_token', token)
  expect(await liveMembers()).toMatchObject({ 'mf-catalog': 'v1' })
  const events = await sql`select actor, what from release_events order by id`
  expect(events.slice(1).map((event) => ({ ...event }))).toEqual([
    { actor: 'Token CI of mf-catalog', what: 'promote' },
    { actor: 'Token CI of mf-catalog', what: 'rollback' },
  ])
})

test('staff see tokens with their last use and revoke them, and the audit log keeps no secret', async () => {
  await sql`truncate audit_log`
  const token = await create('mf-catalog')
  await promote(token, 'mf-catalog', 'v2')
  const [listed] = await asStaff<Token[]>('office_release_tokens')
  expect(listed).toMatchObject({
    ...{ remote: 'mf-catalog', name: 'CI', revoked_at: null },
    last_used_at: expect.any(String) as string,
    created_by: expect.stringContaining('@') as string,
  })
  await asStaff('revoke_release_token', { p_id: listed?.id })
  expect(await rejection(promote(token, 'mf-catalog', 'v1'))).toMatchObject({
    code: 'PT403',
    hint: 'release_token',
  })
  expect(await rejection(asStaff('revoke_release_token', { p_id: listed?.id }))).toMatchObject({
    code: 'PT404',
  })
  const log = await sql<{ action: string; text: string }[]>`
    select action, after::text as text from audit_log where table_name = 'release_tokens' order by id`
  expect(log.map(({ action }) => action)).toEqual(['insert', 'update'])
  expect(log.map(({ text }) => text).join()).not.toContain('token_hash')
})

test('an expired token, and one that never was, change nothing', async () => {
  const token = await create('mf-catalog')
  await sql`update private.release_tokens set expires_at = now()`
  const before = await state()
  for (const tried of [token, '', 'x'.repeat(10_000)])
    for (const attempt of [
      () => promote(tried, 'mf-catalog', 'v2'),
      () => withToken('roll_back_with_token', tried),
      () => withToken('token_remote', tried),
    ])
      expect(await rejection(attempt())).toMatchObject({ code: 'PT403' })
  expect(await state()).toEqual(before)
})

test('only staff with the right have tokens, for a member, a purpose and up to a year', async () => {
  for (const [call, args] of [
    ['office_release_tokens', {}],
    ['create_release_token', { p_remote: 'mf-catalog', p_name: 'CI', p_days: 1 }],
    ['revoke_release_token', { p_id: '00000000-0000-4000-8000-000000000000' }],
  ] as const)
    expect(await rejection(asStaff(call, args, admin))).toMatchObject({ code: 'PT403' })
  for (const [remote, args, hint] of [
    ['mf-unknown', {}, 'remote'],
    ['mf-catalog', { p_name: ' ' }, 'name'],
    ['mf-catalog', { p_name: 'x'.repeat(61) }, 'name'],
    ['mf-catalog', { p_days: 0 }, 'days'],
    ['mf-catalog', { p_days: 367 }, 'days'],
  ] as const)
    expect(await rejection(create(remote, args))).toMatchObject({ code: 'PT422', hint })
})

test('a token that is used too often has to wait', async () => {
  const token = await create('mf-catalog')
  for (let call = 0; call < 120; call += 1) await withToken('token_remote', token)
  expect(await rejection(withToken('token_remote', token))).toMatchObject({ code: 'PT429' })
})

test('a rollback that would change another member is rejected', async () => {
  const token = await create('mf-catalog')
  await promote(token, 'mf-catalog', 'v2')
  await byService('mf-account', 'v2')
  expect(await rejection(withToken('roll_back_with_token', token))).toMatchObject({
    code: 'PT403',
    message: expect.stringContaining('another version of mf-account too') as string,
  })
  expect(await liveMembers()).toMatchObject({ 'mf-catalog': 'v2', 'mf-account': 'v2' })
})

const name = fc.constantFrom('shell', 'mf-catalog', 'mf-account')
const version = fc.constantFrom('v1', 'v2', 'v3')
type Step =
  | { by: 'service' | 'token'; what: 'promote'; name: string; version: string }
  | { by: 'service' | 'token'; what: 'rollback' }
const by = fc.constantFrom('service' as const, 'token' as const, 'token' as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ by, what: fc.constant('promote' as const), name, version }),
  fc.record({ by, what: fc.constant('rollback' as const) }),
)

test('whatever is promoted and rolled back meanwhile, a token changes no member but its own', async () => {
  const token = await create('mf-catalog')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const each of steps) {
        await sql`delete from private.rate_limits`
        const before = await state()
        if (each.by === 'service') {
          if (each.what === 'promote') await byService(each.name, each.version)
          else await sql`select roll_back_release('tester', '', false)`.catch(() => undefined)
          continue
        }
        const failure = await (
          each.what === 'promote'
            ? promote(token, each.name, each.version)
            : withToken('roll_back_with_token', token)
        ).then(
          () => null,
          (error: unknown) => error,
        )
        const after = await state()
        if (failure !== null) expect(after).toEqual(before)
        const others = ({ members: { 'mf-catalog': _own, ...rest }, withdrawn }: typeof before) => ({
          rest,
          withdrawn,
        })
        expect(others(after)).toEqual(others(before))
        if (each.what === 'promote') expect(failure === null).toBe(each.name === 'mf-catalog')
      }
    }),
    { numRuns: process.env.TEST_DEEP ? 500 : 40 },
  )
})
