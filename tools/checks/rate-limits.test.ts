import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../environment'

const schemas = path.join(root, 'supabase/schemas')

/** The limits that the database enforces, as rows of the document without what they count. */
function enforced(file: string): string[] {
  const calls = readFileSync(path.join(schemas, file), 'utf8').matchAll(
    /(?:check|consume)_rate_limit\(\s*'(\w+)',[^;]*?(\d+), interval '([^']+)'/g,
  )
  return [...calls].map(([, action, most, window]) => `${action} ${most} in ${window} ${file}`)
}

test('the document of rate limits has each limit of the database with its numbers, and no other', () => {
  const rows = readFileSync(path.join(root, 'docs/rate-limits.md'), 'utf8').matchAll(
    /^\| `(\w+)` \|[^|]*\| (\d+ in [^|]+) \| `([^`]+)` \|$/gm,
  )
  const documented = [...rows].map(([, action, limit, file]) => `${action} ${limit} ${file}`)
  expect(documented.length).toBeGreaterThan(0)
  expect(documented.sort()).toEqual([...new Set(readdirSync(schemas).flatMap(enforced))].sort())
})
