import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { recordPath, subjectName, subjects } from './subjects'

test('every table that the log covers has words', () => {
  const folder = path.resolve(import.meta.dirname, '../../../../supabase/schemas')
  const sql = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
  const [, looped = ''] =
    /foreach v_table in array array\[([^\]]*)\] loop\s*execute format\('create trigger audit_insert/.exec(
      sql,
    ) ?? []
  const tables = [
    ...[...looped.matchAll(/'(\w+)'/g)].map(([, name]) => name),
    ...[
      ...sql.matchAll(
        /create trigger audit_(?:insert after insert|update after update|delete after delete) on (?:public|private)\.(\w+)/g,
      ),
    ].map(([, name]) => name),
    // Written by a function that leaves out a row's own changes.
    ...[...sql.matchAll(/insert into public\.audit_log \([^)]*\)\s*(?:select |values \()'(\w+)'/g)].map(
      ([, name]) => name,
    ),
  ]
  expect(tables.length).toBeGreaterThan(12)
  expect([...new Set(tables)].sort()).toEqual(Object.keys(subjects).sort())
})

test('a record opens in its screen; what is gone or has no screen does not', () => {
  expect(recordPath('products', 'p1')).toBe('/admin/products?product=p1')
  expect(recordPath('tracking_events', 'AM20260105-0001')).toBe('/admin/orders?order=AM20260105-0001')
  expect(recordPath('admin_users', 'a1')).toBe('/admin/staff')
  expect(recordPath('products', null)).toBeNull()
  expect(recordPath('nothing_known', 'x')).toBeNull()
  expect(subjectName('nothing_known')).toBe('nothing known')
})
