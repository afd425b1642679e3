import { beforeEach, expect, test } from 'vitest'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { rejection, signUpStaff } from './visitor-fixtures'

interface Canary {
  id: number
  candidate: string
  share: number
  samples: { release_set: string; kind: string; n: number; failures: number }[]
}
interface Live {
  live: string
  last_good: string | null
  canary: Pick<Canary, 'id' | 'candidate' | 'share'> | null
  sets: Record<string, Record<string, string>>
}

const sql = await testDatabase()
const superAdmin = await signUpStaff(sql)

const service = async <Response>(statement: string, values: unknown[] = []): Promise<Response> =>
  sql.begin(async (tx) => {
    await tx`set local role service_role`
    const rows = await tx.unsafe(statement, values as string[])
    return rows[0]?.response as Response
  }) as Promise<Response>

const release = (name: string, version: string) =>
  service('select record_release($1::jsonb, $2) as response', [
    { name, version, mounts: [], files: {} },
    'tester',
  ])
const promote = (versions: Record<string, string>) =>
  service<{ live: string }>('select promote_release($1::jsonb, $2) as response', [versions, 'tester'])
const start = (versions: Record<string, string>, share = 10) =>
  service<{ canary: number; candidate: string }>(
    'select start_canary($1::jsonb, $2, false, $3) as response',
    [versions, share, 'tester'],
  )
const advance = (canary: number, share: number) =>
  service<boolean>('select advance_canary($1, $2, $3, $4) as response', [
    canary,
    share,
    'analysis',
    'healthy',
  ])
const stop = (canary: number) =>
  service<boolean>('select stop_canary($1, $2, $3) as response', [canary, 'analysis', 'fails'])
const record = (canary: number, share: number, samples: object[]) =>
  service('select record_canary_samples($1, $2, $3::jsonb)::text as response', [canary, share, samples])
const running = () => service<Canary | null>('select running_canary() as response')
const live = () => service<Live>('select live_releases() as response')
const events = async () =>
  (await sql`select what, why, actor from release_events order by id`).map((event) => ({ ...event }))

let first = ''
beforeEach(async () => {
  await sql`delete from private.canaries`
  await sql`update release_state set live = null, last_good = null, event = null, withdrawn = '{}'`
  await sql`truncate release_events cascade`
  await sql`insert into release_state default values on conflict do nothing`
  await sql`delete from release_sets`
  await sql`delete from releases`
  for (const version of ['v1', 'v2', 'v3']) await release('mf-catalog', version)
  await release('shell', 's1')
  first = (await promote({ shell: 's1', 'mf-catalog': 'v1' })).live
})

test('a canary goes by 10 and 50 percent to everybody, and the set before is what a rollback gives', async () => {
  const { canary, candidate } = await start({ 'mf-catalog': 'v2' }, 5)
  const shares = []
  for (const share of [5, 10, 50]) {
    expect(await advance(canary, share)).toBe(true)
    shares.push((await live()).canary?.share ?? null)
  }
  expect(shares).toEqual([10, 50, null])
  expect(await live()).toMatchObject({ live: candidate, last_good: first, canary: null })
  expect(await events()).toMatchObject([
    { what: 'promote' },
    { what: 'canary', why: 'For 5 % of visitors.', actor: 'tester' },
    { what: 'advance', why: 'To 10 % of visitors. healthy', actor: 'analysis' },
    { what: 'advance', why: 'To 50 % of visitors. healthy' },
    { what: 'promote', why: 'healthy', actor: 'analysis' },
  ])
})

test('of several that decide on one step at once, one advances it', async () => {
  const { canary } = await start({ 'mf-catalog': 'v2' })
  const answers = await Promise.all([advance(canary, 10), advance(canary, 10), advance(canary, 10)])
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect((await live()).canary?.share).toBe(50)
})

test('a stopped canary leaves the live set, and web servers forget its set', async () => {
  const { canary, candidate } = await start({ 'mf-catalog': 'v2' })
  expect((await live()).sets[candidate]).toEqual({ shell: 's1', 'mf-catalog': 'v2' })
  expect(await stop(canary)).toBe(true)
  const state = await live()
  expect([state.live, state.canary, state.sets[candidate]]).toEqual([first, null, undefined])
  expect([await stop(canary), await advance(canary, 10)]).toEqual([false, false])
  expect((await events()).at(-1)).toEqual({ what: 'stop', why: 'fails', actor: 'analysis' })
})

test.each<[string, () => Promise<unknown>]>([
  ['promotion', () => promote({ 'mf-catalog': 'v3' })],
  ['rollback', () => service('select roll_back_release($1, $2) as response', ['tester', 'broken'])],
])('a %s of something else ends the canary, and the history says so', async (_, change) => {
  await promote({ 'mf-catalog': 'v3' })
  await promote({ 'mf-catalog': 'v1' })
  await start({ 'mf-catalog': 'v2' })
  await change()
  expect((await live()).canary).toBeNull()
  expect((await events()).at(-2)).toMatchObject({ what: 'stop', why: 'Another set went live.' })
})

test('one canary runs at a time, of a released version that is not live, for a share of visitors', async () => {
  expect(await rejection(start({ 'mf-catalog': 'v1' }))).toMatchObject({ hint: 'live_already' })
  expect(await rejection(start({ 'mf-catalog': 'v9' }))).toMatchObject({ code: 'PT422' })
  for (const share of [0, 100])
    expect(await rejection(start({ 'mf-catalog': 'v2' }, share))).toMatchObject({ hint: 'share' })
  await start({ 'mf-catalog': 'v2' })
  expect(await rejection(start({ 'mf-catalog': 'v3' }))).toMatchObject({ hint: 'canary_runs' })
})

test('samples of web servers add up, and those of an earlier share or an ended canary are dropped', async () => {
  const { canary, candidate } = await start({ 'mf-catalog': 'v2' })
  const sample = { release_set: candidate, kind: 'load', n: 4, failures: 1 }
  for (let times = 0; times < 3; times += 1)
    await record(canary, 10, [sample, { ...sample, release_set: first }])
  expect((await running())?.samples).toHaveLength(2)
  expect((await running())?.samples).toContainEqual({ ...sample, n: 12, failures: 3 })
  // Who was counted before has failed since.
  await record(canary, 10, [{ ...sample, n: 0 }])
  expect((await running())?.samples).toContainEqual({ ...sample, n: 12, failures: 4 })
  await advance(canary, 10)
  await record(canary, 10, [sample])
  expect((await running())?.samples).toEqual([])
  await stop(canary)
  await record(canary, 50, [sample])
  expect(await sql`select sum(n)::int as n from private.canary_samples`).toEqual([{ n: 24 }])
})

test('no negative samples are recorded, nor more than twenty at once, nor any of kinds that nobody knows', async () => {
  const { canary, candidate } = await start({ 'mf-catalog': 'v2' })
  const sample = { release_set: candidate, kind: 'load', n: 1, failures: 1 }
  for (const wrong of [{ n: -1 }, { failures: -1 }, { kind: 'mood' }])
    expect(await rejection(record(canary, 10, [{ ...sample, ...wrong }]))).toMatchObject({ code: '23514' })
  expect(
    await rejection(
      record(
        canary,
        10,
        Array.from({ length: 21 }, () => sample),
      ),
    ),
  ).toMatchObject({ code: 'PT422' })
})

const asStaff = (name: string, args: object) => callAs<unknown>(sql, superAdmin, name, { ...args })

test('staff start a canary of the set that they saw, of a release that was never recorded, with a reason', async () => {
  const asked = {
    p_record: { name: 'mf-catalog', version: 'v4', mounts: [], files: {} },
    ...{ p_live: first, p_share: 10, p_by_hand: true, p_why: ' New hero ' },
  }
  for (const [wrong, hint] of [
    [{ p_live: 'ffffffffffff' }, 'live_changed'],
    [{ p_why: ' ' }, 'why'],
    [{ p_share: 100 }, 'share'],
  ] as const)
    expect(await rejection(asStaff('start_canary_as_staff', { ...asked, ...wrong }))).toMatchObject({ hint })
  expect(await sql`select from releases where version = 'v4'`).toHaveLength(0)
  await asStaff('start_canary_as_staff', asked)
  expect(await asStaff('office_canary', {})).toMatchObject({ live: first, share: 10, by_hand: true })
  expect((await events()).at(-1)).toEqual({
    what: 'canary',
    why: 'For 10 % of visitors. New hero',
    actor: expect.stringContaining('Rowan') as string,
  })
})

test('staff advance and stop the canary that they saw, with a reason that history and audit log keep', async () => {
  const { canary } = await start({ 'mf-catalog': 'v2' })
  expect(await asStaff('office_canary', {})).toMatchObject({ id: canary, share: 10, by_hand: false })
  await sql`truncate audit_log`
  await asStaff('advance_canary_as_staff', { p_canary: canary, p_share: 10, p_why: ' Looks well ' })
  expect(
    await rejection(asStaff('advance_canary_as_staff', { p_canary: canary, p_share: 10, p_why: 'Twice' })),
  ).toMatchObject({ hint: 'canary_changed' })
  expect(await rejection(asStaff('stop_canary_as_staff', { p_canary: canary, p_why: ' ' }))).toMatchObject({
    hint: 'why',
  })
  await asStaff('stop_canary_as_staff', { p_canary: canary, p_why: 'Slow' })
  expect((await events()).slice(-2)).toMatchObject([
    {
      what: 'advance',
      why: 'To 50 % of visitors. Looks well',
      actor: expect.stringContaining('Rowan') as string,
    },
    { what: 'stop', why: 'Slow' },
  ])
  expect(
    await sql`select after ->> 'what' as what from audit_log where table_name = 'release_events' order by id`,
  ).toEqual([{ what: 'advance' }, { what: 'stop' }])
})
