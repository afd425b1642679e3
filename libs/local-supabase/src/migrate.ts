import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { connect } from './connect'
import type { PostgresAddress } from './postgres-server'
import { hasCode, StartError } from './start-error'

const fileName = /^(\d{14})_(.+)\.sql$/

export interface MigrateOptions {
  /** A superuser's: each session takes the role `postgres`, which is not a superuser, as hosted. */
  address: PostgresAddress
  migrationsDir: string
  seedFile?: string
  log(line: string): void
}

/**
 * Applies the missing `migrations/*.sql` as the Supabase CLI does: each file in a session of its own and in one
 * transaction with its row of the CLI's history table; then, once per data folder, the seed. Of two that run at the same
 * time, the second waits and then finds nothing to do.
 * Warns of a file that was changed after it was applied: its changes never reach this database.
 * @throws StartError naming the file and PostgreSQL's reason.
 */
export async function migrate({ address, migrationsDir, seedFile, log }: MigrateOptions): Promise<void> {
  await connectAsPostgres(address, async (sql) => {
    // The end of the session releases it.
    await sql`select pg_advisory_lock(hashtext('supabase_migrations'))`
    await sql.unsafe(historyTables).simple()
    const history = await sql<
      { version: string; text: string | null }[]
    >`select version, statements[1] as text from supabase_migrations.schema_migrations`
    const applied = new Map(history.map(({ version, text }) => [version, text]))
    const files = await migrationFiles(migrationsDir)
    requireKnown(applied.keys(), files)
    for (const name of files) {
      const [, version = '', title = ''] = fileName.exec(name) ?? []
      const file = join(migrationsDir, name)
      if (!applied.has(version))
        await applyFile(
          address,
          file,
          (text, tx) =>
            tx`insert into supabase_migrations.schema_migrations (version, name, statements) values (${version}, ${title}, ${[text]})`,
        )
      else if ((await readFile(file, 'utf8')) !== applied.get(version))
        log(
          `${name} was changed after it had been applied to this data, which goes on without the change. Restore it, and write the change as a migration of its own.`,
        )
    }
    const seeded = await sql`select from supabase_migrations.seed_files limit 1`
    if (seedFile && seeded.length === 0)
      await applyFile(
        address,
        seedFile,
        (_text, tx) =>
          tx`insert into supabase_migrations.seed_files (path, hash) values ('supabase/seed.sql', 'applied once')`,
      )
  })
}

const historyTables = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key, statements text[], name text,
    created_by text, idempotency_key text unique, rollback text[]);
  create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)`

const connectAsPostgres = (address: PostgresAddress, act: (sql: Sql) => Promise<void>): Promise<void> =>
  connect(address, async (sql) => {
    await sql.unsafe('set session authorization postgres').simple()
    await act(sql)
  })

/** @throws StartError when the database has migrations that are missing from the folder */
function requireKnown(applied: Iterable<string>, files: readonly string[]): void {
  const unknown = [...applied].find((version) => !files.some((file) => file.startsWith(version)))
  if (unknown === undefined) return
  throw new StartError(
    `This data was made by a migration that is not here (${unknown}): start the version of the shop that made it, ` +
      'or empty the data with "npm run reset".',
  )
}

async function migrationFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => fileName.test(name)).sort()
  } catch (error) {
    if (hasCode(error, 'ENOENT'))
      throw new StartError(`The migrations folder ${folder} is missing: check out the whole project.`)
    throw error
  }
}

/** Applies a file and what `record` writes, both or neither. Without the file nothing is done. */
async function applyFile(
  address: PostgresAddress,
  file: string,
  record: (text: string, tx: Sql) => PromiseLike<unknown>,
): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return
  await connectAsPostgres(address, async (sql) => {
    await sql.unsafe('begin').simple()
    try {
      await sql.unsafe(text).simple()
      await record(text, sql)
      await sql.unsafe('commit').simple()
    } catch (error) {
      throw new StartError(`${file} could not be applied: ${reason(error, text)}`)
    }
  })
}

function reason(error: unknown, text: string): string {
  if (!(error instanceof Error)) return String(error)
  const position = 'position' in error ? Number(error.position) : NaN
  const line = Number.isInteger(position) ? ` (line ${text.slice(0, position).split('\n').length})` : ''
  return `${error.message}${line}`
}
