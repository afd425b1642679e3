import { readdirSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { projectMigrations } from '../lint-migrations'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUpStaff } from './visitor-fixtures'

interface LiveSet {
  live: string
  changed: boolean
}
interface Live {
  live: string | null
  last_good: string | null
  withdrawn: string[]
  revision: number
  migrations: string[] | null
  sets: Record<string, Record<string, string>>
}

const sql = await testDatabase()
const members = (await sql<{ name: string }[]>`select name from remotes`).map(({ name }) => name)

beforeEach(async () => {
  await sql`update release_state set live = null, last_good = null, event = null, withdrawn = '{}'`
  await sql`truncate release_events cascade`
  await sql`insert into release_state default values on conflict do nothing`
  await sql`delete from release_sets`
  await sql`delete from releases`
})

const service = async <Response>(statement: string, values: unknown[] = []): Promise<Response> =>
  sql.begin(async (tx) => {
    await tx`set local role service_role`
    const rows = await tx.unsafe(statement, values as string[])
    return rows[0]?.response as Response
  }) as Promise<Response>

const record = (name: string, version: string, mounts: string[] = [], files = {}) =>
  service<boolean>('select record_release($1::jsonb, $2) as response', [
    { name, version, mounts, files } as unknown as string,
    'tester',
  ])
const promote = (versions: Record<string, string>, start = false) =>
  service<LiveSet>('select promote_release($1::jsonb, $2, $3, $4) as response', [
    versions,
    'tester',
    '',
    start,
  ])
const rollBack = (withdraw = false) =>
  service<LiveSet>('select roll_back_release($1, $2, $3) as response', ['tester', 'broken', withdraw])
const live = () => service<Live>('select live_releases() as response')
const liveMembers = async () => {
  const { live: id, sets } = await live()
  return sets[id ?? '']
}
const versions = (version: string) => Object.fromEntries(members.map((name) => [name, version]))
const startWith = async (version: string) => {
  for (const name of members) await record(name, version)
  return promote(versions(version), true)
}

test('a promotion changes one member and a rollback gives back the set before', async () => {
  const first = await startWith('v1')
  await record('mf-catalog', 'v2')
  const second = await promote({ 'mf-catalog': 'v2' })
  expect(second).toEqual({ live: expect.not.stringMatching(first.live) as string, changed: true })
  expect(await liveMembers()).toEqual({ ...versions('v1'), 'mf-catalog': 'v2' })
  expect((await live()).last_good).toBe(first.live)
  expect(await rollBack()).toEqual({ live: first.live, changed: true })
  expect(await liveMembers()).toEqual(versions('v1'))
})

test('each rollback goes one promotion further back, and the first set stays', async () => {
  const { live: first } = await startWith('v1')
  for (const version of ['v2', 'v3']) await record('mf-catalog', version)
  const { live: second } = await promote({ 'mf-catalog': 'v2' })
  await promote({ 'mf-catalog': 'v3' })
  expect((await rollBack()).live).toBe(second)
  expect((await rollBack()).live).toBe(first)
  expect(await rejection(rollBack())).toMatchObject({ code: 'PT409' })
  expect((await live()).live).toBe(first)
})

test('a start undoes neither a promotion nor a rollback', async () => {
  const { live: first } = await startWith('v1')
  const { live: second } = await startWith('v2')
  expect(second).not.toBe(first)
  await record('mf-catalog', 'v3')
  const { live: promoted } = await promote({ 'mf-catalog': 'v3' })
  expect(await startWith('v4')).toEqual({ live: promoted, changed: false })
  await rollBack()
  expect(await startWith('v4')).toEqual({ live: second, changed: false })
})

test('a set that a start made can be promoted as it is, and later starts keep it', async () => {
  const { live: first } = await startWith('v1')
  expect(await promote({ 'mf-catalog': 'v1' })).toEqual({ live: first, changed: false })
  expect(await startWith('v2')).toEqual({ live: first, changed: false })
})

test('a release that does not exist is rejected, and the live set stays', async () => {
  const { live: first } = await startWith('v1')
  expect(await rejection(promote({ 'mf-catalog': 'v9' }))).toMatchObject({
    code: 'PT422',
    message: 'mf-catalog v9 was never released.',
  })
  expect(await rejection(record('mf-unknown', 'v1'))).toMatchObject({ code: 'PT422' })
  expect((await live()).live).toBe(first)
})

test.each(['/checkout', '/checkout/deeper', '/account', '/lookbook'])(
  'a remote that claims %s, which another owns or nobody, is rejected',
  async (path) => {
    expect(await rejection(record('mf-catalog', 'v2', ['/products', path]))).toMatchObject({
      code: 'PT422',
      message: `mf-catalog claims ${path}, which is not its own.`,
    })
  },
)

test('a path below an own one is the remote’s, and one that was taken away is rejected at the promotion', async () => {
  await startWith('v1')
  await record('mf-catalog', 'v2', ['/', '/products/new'])
  await service('select set_remote($1, $2, $3::text[])', ['mf-catalog', 'catalogue', ['/']])
  expect(await rejection(promote({ 'mf-catalog': 'v2' }))).toMatchObject({
    message: 'mf-catalog claims /products/new, which is not its own.',
  })
  await service('select set_remote($1, $2, $3::text[])', [
    'mf-catalog',
    'catalogue',
    ['/', '/products', '/categories', '/search', '/wishlist'],
  ])
  expect(await promote({ 'mf-catalog': 'v2' })).toMatchObject({ changed: true })
})

test.each([['/cart'], ['/cart/gifts'], ['/']])('%s cannot be given to a second remote', async (path) => {
  const owner = path === '/' ? 'mf-admin' : 'mf-catalog'
  expect(
    await rejection(service('select set_remote($1, $2, $3::text[])', [owner, 'somebody', [path]])),
  ).toMatchObject({ code: 'PT409' })
})

test('a release is recorded once, and never with other files', async () => {
  const files = { 'a.js': { bytes: 1, sha384: 'x' } }
  expect(await record('mf-catalog', 'v1', [], files)).toBe(true)
  expect(await record('mf-catalog', 'v1', [], files)).toBe(false)
  expect(await rejection(record('mf-catalog', 'v1', [], {}))).toMatchObject({ code: 'PT409' })
})

test('a withdrawn set is left by everyone and skipped by rollbacks, until it is promoted again', async () => {
  const { live: first } = await startWith('v1')
  for (const version of ['v2', 'v3']) await record('mf-catalog', version)
  const { live: second } = await promote({ 'mf-catalog': 'v2' })
  await rollBack(true)
  expect((await live()).withdrawn).toEqual([second])
  await promote({ 'mf-catalog': 'v3' })
  expect((await rollBack()).live).toBe(first)
  expect((await promote({ 'mf-catalog': 'v2' })).live).toBe(second)
  expect((await live()).withdrawn).toEqual([])
})

test('a web server learns the sets that a tab may still run, and no older one', async () => {
  const { live: first } = await startWith('v1')
  const { live: second } = await startWith('v2')
  const { live: third } = await startWith('v3')
  expect(Object.keys((await live()).sets).sort()).toEqual([first, second, third].sort())
  await sql`update release_sets set left_at = now() - interval '25 hours' where id = ${first}`
  expect(Object.keys((await live()).sets).sort()).toEqual([second, third].sort())
})

test('a web server learns which migrations the database has, and that it does not say where they are not recorded', async () => {
  const ofVisitor = () =>
    as(
      sql,
      guest(),
      async (tx) =>
        (await tx<{ response: Live }[]>`select live_releases() as response`)[0]?.response.migrations,
    )
  const files = readdirSync(projectMigrations).map((file) => file.slice(0, 14))
  expect(await ofVisitor()).toEqual(files.sort())
  await sql`alter table supabase_migrations.schema_migrations rename to kept_elsewhere`
  try {
    expect(await ofVisitor()).toBeNull()
  } finally {
    await sql`alter table supabase_migrations.kept_elsewhere rename to schema_migrations`
  }
})

test('two promotions at once of two members keep both', async () => {
  await startWith('v1')
  await record('mf-catalog', 'v2')
  await record('mf-admin', 'v2')
  await Promise.all([promote({ 'mf-catalog': 'v2' }), promote({ 'mf-admin': 'v2' })])
  expect(await liveMembers()).toEqual({ ...versions('v1'), 'mf-catalog': 'v2', 'mf-admin': 'v2' })
})

test('the history says who made which set live and why; only super admins read it', async () => {
  await startWith('v1')
  await record('mf-catalog', 'v2')
  await promote({ 'mf-catalog': 'v2' })
  await rollBack()
  const read = async (role: 'super_admin' | 'admin') =>
    as(sql, await signUpStaff(sql, role), (tx) =>
      tx.unsafe('select what, actor, why from release_events order by id'),
    )
  expect((await read('super_admin')).map((event) => ({ ...event }))).toEqual([
    { what: 'start', actor: 'tester', why: '' },
    { what: 'promote', actor: 'tester', why: '' },
    { what: 'rollback', actor: 'tester', why: 'broken' },
  ])
  expect(await read('admin')).toHaveLength(0)
})

interface Releases {
  live: string
  rollback: { set: string; members: Record<string, string> } | null
  members: { name: string; owner: string; version: string | null; recorded: { version: string }[] }[]
}
interface Events {
  total: number
  pages: number
  rows: { actor: string; what: string; why: string; from: string | null; to: string; changes: object[] }[]
}
const superAdmin = await signUpStaff(sql)
const asStaff = <Response>(name: string, args: object = {}) =>
  callAs<Response>(sql, superAdmin, name, { ...args })
const recordOf = (version: string) => ({ name: 'mf-catalog', version, mounts: [], files: {} })
const promoteAsStaff = (version: string, p_live: string, p_why: string) =>
  asStaff<LiveSet>('promote_as_staff', { p_record: recordOf(version), p_live, p_why })

test('staff promote a release that was never recorded and roll back, and history and audit log say who and why', async () => {
  const { live: first } = await startWith('v1')
  await sql`truncate audit_log`
  const { live: second } = await promoteAsStaff('v2', first, '  Shows the new hero ')
  const releases = await asStaff<Releases>('office_releases')
  expect(releases).toMatchObject({ live: second, rollback: { set: first, members: versions('v1') } })
  expect(releases.members.find(({ name }) => name === 'mf-catalog')).toMatchObject({
    version: 'v2',
    recorded: [{ version: 'v2' }, { version: 'v1' }],
  })
  expect(await asStaff('roll_back_as_staff', { p_to: first, p_why: 'It is slow' })).toEqual({
    live: first,
    changed: true,
  })
  const { rows, total } = await asStaff<Events>('office_release_events', { p_size: 2 })
  const actor = expect.stringMatching(/^Rowan\S* \S+@\S+$/) as string
  expect(total).toBe(3)
  expect(rows).toMatchObject([
    {
      ...{ what: 'rollback', actor, why: 'It is slow', from: second, to: first },
      changes: [{ name: 'mf-catalog', from: 'v2', to: 'v1' }],
    },
    {
      ...{ what: 'promote', actor, why: 'Shows the new hero', from: first, to: second },
      changes: [{ name: 'mf-catalog', from: 'v1', to: 'v2' }],
    },
  ])
  const log =
    await sql`select actor, after ->> 'what' as what from audit_log where table_name = 'release_events' order by id`
  expect([...log]).toEqual([
    { actor: superAdmin.user?.id, what: 'promote' },
    { actor: superAdmin.user?.id, what: 'rollback' },
  ])
})

test('what staff saw counts for that set alone', async () => {
  const { live: first } = await startWith('v1')
  const { live: second } = await promoteAsStaff('v2', first, 'First')
  expect(await rejection(promoteAsStaff('v3', first, 'Late'))).toMatchObject({ code: 'PT409' })
  expect(await rejection(asStaff('roll_back_as_staff', { p_to: second, p_why: 'Late' }))).toMatchObject({
    code: 'PT409',
  })
  expect((await live()).live).toBe(second)
})

test('a rollback to a set that was withdrawn is not offered', async () => {
  const { live: first } = await startWith('v1')
  await promoteAsStaff('v2', first, 'Next')
  await sql`update release_state set withdrawn = ${[first]}`
  expect((await asStaff<Releases>('office_releases')).rollback).toBeNull()
})

test.each(['', ' ', 'x'.repeat(501)])('a reason of %j is rejected', async (p_why) => {
  const { live: first } = await startWith('v1')
  const why = { code: 'PT422', hint: 'why' }
  expect(await rejection(promoteAsStaff('v2', first, p_why))).toMatchObject(why)
  expect(await rejection(asStaff('roll_back_as_staff', { p_to: first, p_why }))).toMatchObject(why)
})
