import { expect, test } from 'vitest'
import { testDatabase } from '../../supabase/tests/test-database'
import { root } from '../environment'
import { claimsOf } from './page-lists'
import { remoteNames } from '../remotes'

const sql = await testDatabase()

test('a new shop knows each remote, its team and the paths that it claims', async () => {
  const known = await sql<
    { name: string; owner: string; mounts: string[] }[]
  >`select name, owner, array(select unnest(mounts) order by 1) as mounts from remotes where name <> 'shell' order by name`
  expect([...known]).toEqual(
    remoteNames.map((name) => {
      const { owner, mounts } = claimsOf(root, name)
      return { name, owner, mounts: mounts.sort() }
    }),
  )
})
