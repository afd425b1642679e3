import { Kysely, PostgresDialect, sql as query } from 'kysely'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SessionPool } from './session-pool'
import { createTestDatabase } from './test-database'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function openPool(): SessionPool {
  return new SessionPool((onclose) => postgres({ ...database.address, max: 1, onclose }), 1)
}

const rejected = { severity: 'ERROR', code: '22012', message: 'division by zero', routine: 'int4div' }

describe('what the database rejects', () => {
  test("is an error of our own with the fields of the driver's, and others can extend its stack", async () => {
    const pool = openPool()
    const session = await pool.connect()
    const error: unknown = await session.query('select 1 / 0', []).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(postgres.PostgresError)
    expect(error).toMatchObject({ ...rejected, stack: expect.stringContaining('division by zero') })
    expect(Object.getOwnPropertyDescriptor(error, 'stack')?.writable).not.toBe(false)
    session.release()
    await pool.end()
  })

  test('reaches who asked through Kysely, and leaves the session usable', async () => {
    const db = new Kysely({ dialect: new PostgresDialect({ pool: openPool() }) })
    await expect(query`select 1 / 0`.execute(db)).rejects.toMatchObject(rejected)
    expect((await query`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await db.destroy()
  })
})
