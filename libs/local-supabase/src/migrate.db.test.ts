import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from './free-port'
import { migrate } from './migrate'
import { startLocalSupabase, type LocalSupabase } from './start'
import { createTestDatabase } from './test-database'

let folder: string
let running: LocalSupabase | undefined
const message: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-migrate-test-'))
})
afterAll(async () => {
  await running?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The status for a page whose host name resolves to this machine (DNS rebinding). */
function statusUnderName(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}

async function start(): Promise<LocalSupabase> {
  await running?.stop()
  running = undefined
  running = await startLocalSupabase({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    migrationsDir: folder,
    seedFile: join(folder, 'seed.sql'),
    siteUrl: 'http://localhost:3000',
    fast: true,
    log: (line) => message.push(line),
  })
  return running
}

it('applies each migration once, as a role that is not a superuser, and the seed once', async () => {
  await writeFile(
    join(folder, '20260101000000_notes.sql'),
    `
    create extension if not exists citext with schema extensions;
    create extension if not exists pg_trgm with schema extensions;
    create extension if not exists unaccent with schema extensions;
    create table public.notes (id int primary key, owner uuid default auth.uid() references auth.users (id), by_whom text default current_user);
    create policy mine on storage.objects for select using (owner = auth.uid());
    insert into storage.buckets (id, name) values ('b', 'b');`,
  )
  await writeFile(join(folder, 'seed.sql'), 'insert into public.notes (id) values (1);')
  await start()
  await writeFile(join(folder, '20260102000000_more_notes.sql'), 'insert into public.notes (id) values (2);')
  const { sql } = await start()
  expect(await sql`select id, by_whom from public.notes order by id`).toEqual([
    { id: 1, by_whom: 'postgres' },
    { id: 2, by_whom: 'postgres' },
  ])
  expect(await sql`select version, name from supabase_migrations.schema_migrations order by version`).toEqual(
    [
      { version: '20260101000000', name: 'notes' },
      { version: '20260102000000', name: 'more_notes' },
    ],
  )
  const [postgres] = await sql`select rolsuper, rolbypassrls from pg_roles where rolname = 'postgres'`
  expect(postgres).toEqual({ rolsuper: false, rolbypassrls: true })
})

it('names the file and line of a migration that fails, and leaves nothing of it', async () => {
  const file = join(folder, '20260103000000_broken.sql')
  await writeFile(file, 'create table public.half (id int);\nselect no_such_column from public.notes;')
  await expect(start()).rejects.toThrow(
    `${file} could not be applied: column "no_such_column" does not exist (line 2)`,
  )
  await rm(file)
  const { sql } = await start()
  expect(await sql`select to_regclass('public.half') as half`).toEqual([{ half: null }])
})

it('warns of a migration that was changed after it had been applied', async () => {
  message.length = 0
  await start()
  expect(message).toEqual([])
  const file = join(folder, '20260102000000_more_notes.sql')
  await writeFile(file, 'insert into public.notes (id) values (2), (3);')
  const { sql } = await start()
  expect(message).toEqual([
    expect.stringMatching(/^20260102000000_more_notes\.sql was changed after it had been applied/),
  ])
  expect(await sql`select count(*)::int from public.notes`).toEqual([{ count: 2 }])
  await writeFile(file, 'insert into public.notes (id) values (2);')
})

it('rejects data that a migration made which is not here, and says what to do', async () => {
  const file = join(folder, '20260102000000_more_notes.sql')
  await rm(file)
  await expect(start()).rejects.toThrow(
    /made by a migration that is not here \(20260102000000\).*npm run reset/,
  )
  await writeFile(file, 'insert into public.notes (id) values (2);')
  await start()
})

describe('an empty database', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let sql: Sql
  let migrations: string
  beforeEach(async () => {
    migrations = await mkdtemp(join(folder, 'migrations-'))
    database = await createTestDatabase({ empty: true })
    sql = postgres({ ...database.address, max: 4 })
  })
  afterEach(async () => {
    await sql.end({ timeout: 2 })
    await database.drop()
  })
  const bring = () =>
    migrate({ address: database.address, migrationsDir: migrations, log: (line) => message.push(line) })

  it('has each migration applied in a session of its own, as by the Supabase CLI', async () => {
    await writeFile(join(migrations, '20260101000000_setting.sql'), 'set check_function_bodies = off;')
    await writeFile(
      join(migrations, '20260102000000_function.sql'),
      "create function public.early() returns int language sql as 'select id from public.late';",
    )
    await expect(bring()).rejects.toThrow('relation "public.late" does not exist')
    expect(await sql`select version from supabase_migrations.schema_migrations`).toEqual([
      { version: '20260101000000' },
    ])
  })

  it('has each migration applied once by two starts at the same time', async () => {
    await writeFile(join(migrations, '20260101000000_notes.sql'), 'create table public.notes (id int);')
    await writeFile(join(migrations, '20260102000000_note.sql'), 'insert into public.notes values (1);')
    // Holds up the first migration until both starts wait.
    const holder = await sql.reserve()
    await holder`begin`
    await holder`create table public.notes (id int)`
    const both = [bring(), bring()]
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length
    await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toBe(2)
    await holder`rollback`
    holder.release()
    await Promise.all(both)
    expect(await sql`select id from public.notes`).toEqual([{ id: 1 }])
  })
})

it('shows the mailbox to this machine under its own names only', async () => {
  const { url, sql } = running ?? (await start())
  await sql`insert into embedded.mail (recipient, subject, body_text) values ('a@example.com', '<b>Hello</b>', 'See http://localhost:3000/x?a=1&b=2')`
  const page = await (await fetch(`${url}/mailbox`)).text()
  expect(page).toContain('&#60;b&#62;Hello')
  expect(page).toContain('<a href="http://localhost:3000/x?a=1&#38;b=2">')
  expect(await (await fetch(`${url}/mailbox.json`)).json()).toMatchObject([
    { to: 'a@example.com', subject: '<b>Hello</b>' },
  ])
  expect(await statusUnderName(`${url}/mailbox`, 'elsewhere.example')).toBe(403)
  expect((await fetch(`${url}/_system`)).status).toBe(404)
})
