import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createTestDatabase, startTestDatabase } from '@shop/local-supabase/test-database'
import postgres, { type Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { projectMigrations, readMigrations } from '../lint-migrations'
import { differences, readCatalogue } from './catalogue'

const root = path.resolve(import.meta.dirname, '../..')
const cli = path.join(root, 'node_modules/supabase/dist/supabase.js')
// A push takes seconds, and many on a busy machine.
const timeout = 180_000
const versions = readMigrations(projectMigrations).map(({ file }) => file.slice(0, 14))

// The CLI writes beside the files that it pushes, and to the home folder.
let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shop-push-'))
  for (const name of ['config.toml', 'migrations', 'seed.sql', 'templates'])
    cpSync(path.join(root, 'supabase', name), path.join(folder, 'supabase', name), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: Sql
beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  sql = postgres({ ...database.address, max: 4 })
  // Asked for where there are no Unix sockets.
  await sql.unsafe(`alter role postgres password '${database.address.password}'`)
})
afterEach(async () => {
  await sql.end({ timeout: 2 })
  await database.drop()
})

/** Runs the Supabase CLI on the test's database. */
async function supabase(...words: string[]): Promise<{ code: number; output: string }> {
  const { host, port, password, database: name } = database.address
  const url = `postgresql://postgres:${password}@localhost:${String(port)}/${name}?host=${encodeURIComponent(host)}`
  const child = spawn(process.execPath, [cli, ...words, '--workdir', folder, '--db-url', url], {
    env: {
      ...process.env,
      HOME: folder,
      USERPROFILE: folder,
      DO_NOT_TRACK: '1',
      SUPABASE_TELEMETRY_DISABLED: '1',
      SUPABASE_NO_UPDATE_NOTIFIER: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, problems, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: Number(code), output: output + problems }
}
const push = () => supabase('db', 'push', '--include-seed', '--yes')

/** What differs from a database that the embedded backend has migrated and seeded. */
async function differencesFromEmbedded(): Promise<string[]> {
  const embedded = await startTestDatabase()
  const expected = await readCatalogue(embedded.sql).finally(embedded.stop)
  return differences(await readCatalogue(sql), expected, ['Supabase CLI', 'embedded backend'])
}

test(
  'the Supabase CLI pushes migrations and seed to an empty project, and then nothing more',
  { timeout },
  async () => {
    const first = await push()
    expect(first, first.output).toMatchObject({ code: 0 })
    const listed = await supabase('migration', 'list', '--output-format', 'json')
    for (const version of versions)
      expect(listed.output).toContain(`"local":"${version}","remote":"${version}"`)

    expect(await differencesFromEmbedded()).toEqual([])

    const second = await push()
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('up to date') })
    expect(await differencesFromEmbedded()).toEqual([])
  },
)

test(
  'of two pushes at the same time one succeeds, and the other fails and changes nothing',
  { timeout },
  async () => {
    // As the CLI makes it, so that both pushes get as far as the first migration.
    await sql.unsafe(`
    set role postgres;
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    reset role`)
    const holder = await sql.reserve()
    await holder`begin`
    await holder`create schema private`
    const both = [push(), push()]
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length
    await expect.poll(waiting, { interval: 20, timeout: 120_000 }).toBe(2)
    await holder`rollback`
    holder.release()

    const ended = await Promise.all(both)
    expect(ended.map(({ code }) => code).sort(), ended.map(({ output }) => output).join('\n')).toEqual([0, 1])
    expect(
      await sql`select version from supabase_migrations.schema_migrations order by version`.values(),
    ).toEqual(versions.map((version) => [version]))
    expect(await differencesFromEmbedded()).toEqual([])
  },
)
