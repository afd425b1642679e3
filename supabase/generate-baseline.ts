import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readApplied } from './applied-migrations'
import { listBeside } from './lint-migrations'

/** The first migration. */
const name = '20261125203500_baseline.sql'

/**
 * Writes the first migration: the schema files in their order, each under its name.
 * @param folder holds `schemas` and `migrations`
 * @param force also when the list of applied migrations has it: databases that have applied it keep the version they have
 * @throws Error when it has been applied
 */
export function generateBaseline(folder: string, force: boolean): void {
  const [schemas, migrations] = [path.join(folder, 'schemas'), path.join(folder, 'migrations')]
  const list = listBeside(migrations)
  const isApplied = existsSync(list) && readApplied(readFileSync(list, 'utf8')).has(name)
  if (isApplied && !force)
    throw new Error(`${name} has been applied: write a migration of its own, or replace it with --force.`)
  const parts = readdirSync(schemas)
    .sort()
    .map((file) => `-- ${file}\n\n${readFileSync(path.join(schemas, file), 'utf8').trim()}\n`)
  const heading = '-- Generated from supabase/schemas by supabase/generate-baseline.ts.\n'
  writeFileSync(path.join(migrations, name), [heading, ...parts].join('\n'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    generateBaseline(import.meta.dirname, process.argv.includes('--force'))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
