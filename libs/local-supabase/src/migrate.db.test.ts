import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from './free-port'
import { startLocalSupabase, type LocalSupabase } from './start'

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

it('applies each migration once, as a role that is no superuser, and the seed once', async () => {
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

it('refuses data that a migration made which is not here, and says what to do', async () => {
  const file = join(folder, '20260102000000_more_notes.sql')
  await rm(file)
  await expect(start()).rejects.toThrow(
    /made by a migration that is not here \(20260102000000\).*npm run reset/,
  )
  await writeFile(file, 'insert into public.notes (id) values (2);')
  await start()
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
