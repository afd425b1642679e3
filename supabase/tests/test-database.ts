import type { Sql } from 'postgres'
import { afterAll, expect } from 'vitest'
import { startTestBackend, type LocalSupabase } from '@shop/local-supabase/in-process'
import { startTestDatabase, type TestDatabase } from '@shop/local-supabase/test-database'
import { faultsIn } from './consistency'

/** Whether a database is checked for faults at the end: not where its tests write rows that no request could. */
interface Ending {
  faults?: 'none' | 'unchecked'
}

function stopAtTheEnd({ sql, stop }: TestDatabase, { faults = 'none' }: Ending): void {
  afterAll(async () => {
    try {
      if (faults === 'none') expect(await faultsIn(sql)).toEqual({})
    } finally {
      await stop()
    }
  })
}

/** A test file's own copy of the shop's database, checked for faults and dropped after its last test. */
export async function testDatabase(ending: Ending = {}): Promise<Sql> {
  const database = await startTestDatabase()
  stopAtTheEnd(database, ending)
  return database.sql
}

/** The same with the API of an embedded backend. */
export async function testBackend(ending: Ending = {}): Promise<LocalSupabase> {
  const backend = await startTestBackend()
  stopAtTheEnd(backend, ending)
  return backend
}
