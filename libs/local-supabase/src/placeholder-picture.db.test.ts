import { afterAll, beforeAll, expect, test } from 'vitest'
import { storePlaceholderOnce } from './placeholder-picture'
import { projectFiles } from './prepare-database'
import { startTestBackend } from './test-backend'
import type { LocalSupabase } from './serve'

let backend: LocalSupabase
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())

const store = () => storePlaceholderOnce({ ...backend, file: projectFiles.placeholderFile })
const placeholder = () => fetch(`${backend.url}/storage/v1/object/public/placeholders/product.webp`)

test('the placeholder is there for everybody, and stays away once it is deleted', async () => {
  await store()
  const response = await placeholder()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
  await fetch(`${backend.url}/storage/v1/object/placeholders`, {
    method: 'DELETE',
    headers: {
      apikey: backend.secretKey,
      authorization: `Bearer ${backend.secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ prefixes: ['product.webp'] }),
  })
  await store()
  expect((await placeholder()).ok).toBe(false)
})

test('without the bucket nothing is stored', async () => {
  await backend.sql`delete from embedded.done where what = 'placeholder picture'`
  await backend.sql`delete from storage.objects where bucket_id = 'placeholders'`
  await backend.sql`delete from storage.buckets where id = 'placeholders'`
  await store()
  expect(await backend.sql`select from embedded.done where what = 'placeholder picture'`).toHaveLength(0)
})
