import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withNew } from '../../supabase/applied-migrations'
import { generateBaseline } from '../../supabase/generate-baseline'
import { readMigrations } from '../../supabase/lint-migrations'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shop-baseline-'))
  for (const name of ['schemas', 'migrations']) mkdirSync(path.join(folder, name))
  writeFileSync(path.join(folder, 'schemas/02_orders.sql'), 'create table orders ();\n')
  writeFileSync(path.join(folder, 'schemas/01_people.sql'), 'create table people ();\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

const migrations = () => path.join(folder, 'migrations')
const text = () =>
  readdirSync(migrations()).map((file) => readFileSync(path.join(migrations(), file), 'utf8'))

test('the baseline holds the schema files in their order, and says what made it', () => {
  generateBaseline(folder, false)
  expect(text()).toEqual([
    '-- Generated from supabase/schemas by supabase/generate-baseline.ts.\n\n' +
      '-- 01_people.sql\n\ncreate table people ();\n\n-- 02_orders.sql\n\ncreate table orders ();\n',
  ])
})

test('a baseline that has been applied is replaced only by force', () => {
  generateBaseline(folder, false)
  const before = text()
  writeFileSync(
    path.join(folder, 'applied-migrations.sha256'),
    withNew(readMigrations(migrations()), new Map()),
  )
  writeFileSync(path.join(folder, 'schemas/03_carts.sql'), 'create table carts ();\n')
  expect(() => generateBaseline(folder, false)).toThrow('has been applied')
  expect(text()).toEqual(before)
  generateBaseline(folder, true)
  expect(text().join('\n')).toContain('create table carts')
})
