import { afterAll, beforeAll, expect, it } from 'vitest'
import { visibilityOf } from './realtime-visibility'
import type { LocalSupabase } from './start'
import { startTestBackend } from './test-backend'

let backend: LocalSupabase

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())

/** A promise and what resolves it. */
function signal(): [Promise<void>, () => void] {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return [promise, () => resolve()]
}

const slugs = async () =>
  (await backend.sql<{ slug: string }[]>`select slug from categories where name = 'Unseen'`).map(
    ({ slug }) => slug,
  )

it('waits for a transaction that others cannot read yet', async () => {
  const isVisible = visibilityOf(backend.sql)
  await isVisible()
  const [begun, begin] = signal()
  const [ended, end] = signal()
  const inserting = backend.sql.begin(async (sql) => {
    await sql`insert into categories (name, slug) values ('Unseen', 'unseen')`
    begin()
    await ended
  })
  await begun
  const seen = isVisible().then(slugs)
  const together = isVisible().then(slugs)
  expect(await slugs()).toEqual([])
  end()
  await inserting
  expect(await seen).toEqual(['unseen'])
  expect(await together).toEqual(['unseen'])
})
