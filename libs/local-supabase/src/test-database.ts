import { randomUUID } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import * as v from 'valibot'
import { connect } from './connect'
import type { PostgresAddress } from './postgres-server'

/** Names the cluster of a test run to its workers: a PostgresAddress as JSON, whose database is the template. */
export const clusterVariable = 'TEST_CLUSTER'
const addressSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    host: v.string(),
    port: v.number(),
    username: v.string(),
    password: v.string(),
    database: v.string(),
  }),
)

/** A throwaway database with the shop's schema and seed. */
export interface TestDatabase {
  /** A superuser's connection. */
  sql: Sql
  stop(): Promise<void>
}

/** The cluster's database that is as a new hosted project: without migrations. */
export const emptyTemplate = 'empty_template'

/**
 * Makes a database in the cluster of this test run: a copy of the migrated and seeded one, or an empty one.
 * @returns its address, and a function that drops it even while connections are open
 */
export async function createTestDatabase({ empty = false } = {}): Promise<{
  address: PostgresAddress
  drop(): Promise<void>
}> {
  const found = process.env[clusterVariable]
  if (!found) throw new Error('No test cluster runs: use Vitest, with test-cluster.ts as its global set-up.')
  const cluster = v.parse(addressSchema, found)
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await copyDatabase(empty ? { ...cluster, database: emptyTemplate } : cluster, database)
  return {
    address: { ...cluster, database },
    drop: () => maintain(cluster, (sql) => sql.unsafe(`drop database if exists ${database} with (force)`)),
  }
}

/** Copies a database that nobody is connected to. @param template the address of that database */
export const copyDatabase = (template: PostgresAddress, database: string): Promise<void> =>
  maintain(template, async (sql) => {
    // Several times as fast as the default, which writes each block to the log.
    await sql.unsafe(
      `create database ${database} template ${template.database} strategy file_copy owner postgres`,
    )
    // PostgreSQL does not copy the settings that migrations made for the database.
    await sql`
      insert into pg_db_role_setting (setdatabase, setrole, setconfig)
      select (select oid from pg_database where datname = ${database}), setrole, setconfig from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = ${template.database})`
  })

/** Copies the test run's database; `stop()` drops the copy. For tests of SQL only: no API is started. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const { address, drop } = await createTestDatabase()
  const sql = postgres({ ...address, max: 4, onnotice: () => undefined })
  return {
    sql,
    async stop() {
      await sql.end({ timeout: 2 })
      await drop()
    },
  }
}

/** Runs statements about databases, from one that is never copied. */
export const maintain = (cluster: PostgresAddress, act: (sql: Sql) => PromiseLike<unknown>): Promise<void> =>
  connect({ ...cluster, database: 'template1' }, act)
