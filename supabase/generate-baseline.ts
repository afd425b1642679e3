import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readApplied } from './applied-migrations'
import { listBeside } from './lint-migrations'

/** The first migration. */
const name = '20261125203500_baseline.sql'

/** The schema files in their order, each under its name, as one migration: later files rely on settings of the first. */
export function baselineText(schemas: string): string {
  const parts = readdirSync(schemas)
    .sort()
    .map((file) => `-- ${file}\n\n${readFileSync(path.join(schemas, file), 'utf8').trim()}\n`)
  return ['-- Generated from supabase/schemas by supabase/generate-baseline.ts.\n', ...parts].join('\n')
}

/**
 * Writes the first migration.
 * @param folder holds `schemas` and `migrations`
 * @param force also when the list of applied migrations has it: databases that have applied it keep the version they have
 * @throws Error when it has been applied
 */
export function generateBaseline(folder: string, force: boolean): void {
  const migrations = path.join(folder, 'migrations')
  const list = listBeside(migrations)
  const isApplied = existsSync(list) && readApplied(readFileSync(list, 'utf8')).has(name)
  if (isApplied && !force)
    throw new Error(`${name} has been applied: write a migration of its own, or replace it with --force.`)
  writeFileSync(path.join(migrations, name), baselineText(path.join(folder, 'schemas')))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    generateBaseline(import.meta.dirname, process.argv.includes('--force'))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
