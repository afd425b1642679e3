import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { hasCode, StartError } from './start-error'

const fileName = /^(\d{14})_(.+)\.sql$/

export interface MigrateOptions {
  /** A superuser's connection pool of one: the session takes the role `postgres`. */
  sql: Sql
  migrationsDir: string
  seedFile?: string
  log(line: string): void
}

/**
 * Applies the missing `migrations/*.sql`, each file in one transaction and recorded in the Supabase CLI's own
 * history table; then, once per data folder, the seed. All of it runs as `postgres`, which is no superuser, as hosted.
 * Warns of a file that was changed after it was applied: its changes never reach this database.
 * @throws StartError naming the file and PostgreSQL's reason.
 */
export async function migrate({ sql, migrationsDir, seedFile, log }: MigrateOptions): Promise<void> {
  await sql
    .unsafe('set session authorization postgres; set search_path to "$user", public, extensions')
    .simple()
  try {
    await sql
      .unsafe(
        `
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text not null primary key, statements text[], name text,
        created_by text, idempotency_key text unique, rollback text[]);
      create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)`,
      )
      .simple()
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
        await applyFile(sql, file, async (text, tx) => {
          await tx`insert into supabase_migrations.schema_migrations (version, name, statements) values (${version}, ${title}, ${[text]})`
        })
      else if ((await readFile(file, 'utf8')) !== applied.get(version))
        log(
          `${name} was changed after it had been applied to this data, which goes on without the change. Restore it, and write the change as a migration of its own.`,
        )
    }
    if (seedFile) await seedOnce(sql, seedFile)
  } finally {
    await sql.unsafe('reset session authorization').simple()
  }
}

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

async function seedOnce(sql: Sql, seedFile: string): Promise<void> {
  const seeded = await sql`select 1 from supabase_migrations.seed_files limit 1`
  if (seeded.length > 0) return
  await applyFile(sql, seedFile, async (_text, tx) => {
    await tx`insert into supabase_migrations.seed_files (path, hash) values ('supabase/seed.sql', 'applied once')`
  })
}

async function applyFile(
  sql: Sql,
  file: string,
  note: (text: string, tx: Sql) => Promise<void>,
): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return
  await sql.unsafe('begin').simple()
  try {
    await sql.unsafe(text).simple()
    await note(text, sql)
    await sql.unsafe('commit').simple()
  } catch (error) {
    await sql.unsafe('rollback').simple()
    throw new StartError(`${file} could not be applied: ${reason(error, text)}`)
  }
}

function reason(error: unknown, text: string): string {
  if (!(error instanceof Error)) return String(error)
  const position = 'position' in error ? Number(error.position) : NaN
  const line = Number.isInteger(position) ? ` (line ${text.slice(0, position).split('\n').length})` : ''
  return `${error.message}${line}`
}
