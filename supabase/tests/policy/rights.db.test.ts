import type { Sql } from 'postgres'
import { expect, test } from 'vitest'
import type { Actor } from '../declaration/people'
import { rights, rightsBySetting, type Right } from '../declaration/rights'
import { guardedCalls } from '../functions'
import { readRows, tryCall, tryCommand, undone, type Rows } from './attempts'
import { expectedResult, expectedOutcome, type Staffing } from './expectations'
import { tableCommands } from './compare-grants'
import { seedFixtures } from './fixtures'
import { onlyRight, wrongRights, type WrongRight } from './wrong-rights'
import { testDatabase } from '../test-database'

// The fixtures hold rows of every kind, also such as no request leaves.
const sql = await testDatabase({ faults: 'unchecked' })
const fixtures = await seedFixtures(sql)

/** What does not come of trying as expected, by what was tried. */
async function* surprises(
  tx: Sql,
  staffing: Staffing,
  actors: readonly Actor[],
  places: typeof tableCommands,
  calls: typeof guardedCalls,
): AsyncGenerator<string> {
  const differing = (what: string, outcome: unknown, expected: unknown): string[] => {
    const [is, should] = [JSON.stringify(outcome), JSON.stringify(expected)]
    return is === should ? [] : [`${what}: ${is}, not ${should}`]
  }
  const sorted = (outcome: object): object => Object.fromEntries(Object.entries(outcome).sort())
  const rowsOf = new Map<string, Rows>()
  for (const [table, command] of places) {
    // Each attempt is taken back, so that the rows stay as they are.
    const rows = rowsOf.get(table) ?? (await readRows(tx, table))
    rowsOf.set(table, rows)
    for (const actor of actors) {
      const outcome = await tryCommand(tx, fixtures, rows, table, command, actor)
      const expected = expectedOutcome(table, command, actor, staffing)
      yield* differing(`${actor} ${command} ${table}`, sorted(outcome), sorted(expected))
    }
  }
  for (const guardedCall of calls) {
    for (const actor of actors) {
      const response = await tryCall(tx, fixtures, guardedCall.call, actor)
      yield* differing(
        `${actor}: ${guardedCall.call}`,
        response,
        expectedResult(guardedCall, actor, staffing),
      )
    }
  }
}

async function all(items: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const item of items) found.push(item)
  return found
}

const alone = (right: Right): Staffing['rightsOf'] => ({
  super_admin: [right],
  admin: [right],
  moderator: [right],
})

test.each(rights)(
  'whoever has the right %s alone does what needs it, and nothing else',
  async (right) => {
    const found = await undone(sql, async (tx) => {
      await tx.unsafe(onlyRight(right))
      return all(surprises(tx, { rightsOf: alone(right) }, ['moderator'], tableCommands, guardedCalls))
    })
    expect(found).toEqual([])
  },
  60_000,
)

test('where the setting makes all roles equal, all staff do everything, and the dismissed nothing', async () => {
  const found = await undone(sql, async (tx) => {
    await tx`update shop_settings set value = '"equal"' where key = 'staff.roles'`
    const who = ['other', 'admin', 'moderator', 'dismissed'] as const
    return all(surprises(tx, { rightsOf: rightsBySetting.equal }, who, tableCommands, guardedCalls))
  })
  expect(found).toEqual([])
}, 60_000)

// A changed function is likely to show in the calls of its own name, or else in those that need the right it should ask for.
function likelyFirst({ name, right }: NonNullable<WrongRight['changed']>): typeof guardedCalls {
  const likelihood = ({ call, needs }: (typeof guardedCalls)[number]) =>
    2 * Number(call.includes(`${name}(`)) + Number(needs === right)
  return guardedCalls.toSorted((a, b) => likelihood(b) - likelihood(a))
}

async function isNoticed({ only, apply, table, commands, changed, isSilent }: WrongRight): Promise<boolean> {
  return undone(sql, async (tx) => {
    await tx.unsafe(`${apply}; ${onlyRight(only)}`).simple()
    const places = commands.map((command) => [table ?? '', command] as const)
    const staffing = { rightsOf: alone(only), isSilent }
    const calls = changed ? likelyFirst(changed) : []
    const first = await surprises(tx, staffing, ['moderator'], places, calls).next()
    return !first.done
  })
}

test('every guard that asks for another right, or for none, is noticed', async () => {
  const mutants = await wrongRights(sql)
  expect(mutants.length).toBeGreaterThan(100)
  const missed: string[] = []
  for (const mutant of mutants) if (!(await isNoticed(mutant))) missed.push(mutant.name)
  expect(missed).toEqual([])
}, 120_000)
