import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../environment'
import { memberNames } from '../remotes'
import { claimsOf } from './page-lists'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Teams by the path that they own, as CODEOWNERS lists them. */
const codeOwners = [...read('.github/CODEOWNERS').matchAll(/^(\S+)\s+@aurelle\/(\S+)$/gm)].map(
  ([, owned = '', team = '']) => ({ owned, team }),
)

/** The team of a path: that of the last line which matches. */
const teamOf = (file: string) =>
  codeOwners.findLast(
    ({ owned }) => owned === '*' || (owned.endsWith('/') ? file.startsWith(owned) : file === owned),
  )?.team

const tables = readdirSync(path.join(root, 'supabase/schemas')).flatMap((file) =>
  [...read(`supabase/schemas/${file}`).matchAll(/^create table (?:public|private)\.(\w+)/gm)].map(
    ([, table = '']) => ({ table, team: teamOf(`/supabase/schemas/${file}`) }),
  ),
)

test('every path that a team owns exists', () => {
  const missing = codeOwners.filter(({ owned }) => owned !== '*' && !existsSync(path.join(root, owned)))
  expect(missing).toEqual([])
})

test.each(memberNames)('the README of %s names the tables of its team', (app) => {
  const team = claimsOf(root, app).owner.replaceAll(' ', '-')
  const [, list = ''] = /^Tables of its team: ([^.]*)\./m.exec(read(`${app}/README.md`)) ?? []
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, table]) => table)
  expect(named).toEqual(
    tables
      .filter((each) => each.team === team)
      .map(({ table }) => table)
      .sort(),
  )
})
