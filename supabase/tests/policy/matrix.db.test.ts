import { describe, expect, test } from 'vitest'
import { actors } from '../declaration/people'
import { guardedCalls } from '../functions'
import { guarded } from '../tables'
import { overreaches, readRows, tryCall, tryCommand, tryOverreach, undone, type Rows } from './attempts'
import { declarationOf, expectedResult, expectedOutcome, type Outcome } from './expectations'
import {
  checkColumns,
  checkFunctions,
  checkPolicies,
  checkTableRights,
  checkTables,
  tableCommands,
  wrong,
} from './compare-grants'
import { seedFixtures } from './fixtures'
import { testDatabase } from '../test-database'
import { as, rejection } from '../visitor-fixtures'

const before = new Map<string, Rows>()
const outcomes = new Map<string, Outcome>()
const responses: string[] = []

// The fixtures hold rows of every kind, also such as no request leaves.
const sql = await testDatabase({ faults: 'unchecked' })
const fixtures = await seedFixtures(sql)
for (const table of Object.keys(guarded)) before.set(table, await readRows(sql, table))
await undone(sql, async (tx) => {
  for (const [table, command] of tableCommands) {
    for (const actor of actors) {
      outcomes.set(
        `${table} ${command} ${actor}`,
        await tryCommand(tx, fixtures, before.get(table) ?? new Map(), table, command, actor),
      )
    }
  }
  for (const { call } of guardedCalls)
    for (const actor of actors) responses.push(await tryCall(tx, fixtures, call, actor))
})

test.each(Object.keys(guarded))('%s has rows of everyone and of every kind', (table) => {
  const labels = new Set([...(before.get(table) ?? [])].map(([, row]) => row.label))
  expect([...labels].sort()).toEqual([...declarationOf(table).rows.labels].sort())
})

test('what was tried left nothing behind', async () => {
  for (const [table, rows] of before) expect(await readRows(sql, table)).toEqual(rows)
})

describe.each(tableCommands)('%s: %s', (table, command) => {
  test.each(actors)('%s', (actor) => {
    expect(outcomes.get(`${table} ${command} ${actor}`)).toEqual(expectedOutcome(table, command, actor))
  })
})

describe.each(guardedCalls.map((guardedCall, index) => [guardedCall.call, guardedCall, index] as const))(
  '%s',
  (_call, guardedCall, index) => {
    test.each(actors)('%s', (actor) => {
      expect(responses[index * actors.length + actors.indexOf(actor)]).toBe(
        expectedResult(guardedCall, actor),
      )
    })
  },
)

test.each(overreaches)('were all of $table granted, $actor would still be stopped', async (overreach) => {
  expect(await undone(sql, (tx) => tryOverreach(tx, fixtures, overreach))).toBe(overreach.response)
})

test.each([
  ['every table and view is declared and has row level security and a policy', checkTables, 90],
  ['policies speak to those they are meant for', checkPolicies, 120],
  ['no column may be read or written but those declared', checkColumns, 1000],
  ['nobody has a right that no policy governs', checkTableRights, 90],
  ['functions may be executed by those they are for', checkFunctions, 250],
])('%s', async (_title, check, least) => {
  const findings = await check(sql)
  expect(wrong(findings)).toEqual([])
  expect(findings.length).toBeGreaterThan(least)
})

test('every bucket is declared', async () => {
  const buckets = await sql<{ id: string }[]>`select id from storage.buckets order by id`
  expect(buckets.map(({ id }) => id)).toEqual([...declarationOf('storage.objects').rows.labels].sort())
})

test('the rooms behind the API stay shut', async () => {
  const shut = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p', 'v', 'm') and relnamespace::regnamespace::text in ('private', 'auth', 'supabase_migrations', 'embedded')`
  expect(shut.length).toBeGreaterThan(14)
  for (const { visitor } of Object.values(fixtures.people)) {
    for (const { name } of shut)
      expect([
        name,
        (await rejection(as(sql, visitor, (tx) => tx.unsafe(`select from ${name}`)))).code,
      ]).toEqual([name, '42501'])
    const leaks = await as(sql, visitor, async (tx) => [
      ...(await tx`select id from storage.buckets`),
      ...(await tx`select table_name from information_schema.columns where table_schema in ('private', 'auth', 'supabase_migrations', 'embedded')`),
      ...(await tx`select routine_name from information_schema.routines where routine_schema in ('private', 'public') and routine_definition is not null`),
      ...(await tx`select view_name from information_schema.view_table_usage where view_schema = 'public'`),
    ])
    expect(leaks).toEqual([])
  }
})

test('the matrix is as large as it claims', () => {
  // Each kind of row of each attempt is a claim of its own.
  const claims = [...outcomes.values()].reduce((sum, outcome) => sum + Object.keys(outcome).length, 0)
  expect(outcomes.size + responses.length).toBeGreaterThanOrEqual(750)
  expect(claims).toBeGreaterThanOrEqual(1500)
})
