import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contractBackend, type ContractBackend } from './contract-backend'

const bucket = 'product-images'
const limit = 5 * 1024 * 1024
let backend: ContractBackend
let staff: SupabaseClient

beforeAll(async () => {
  backend = await contractBackend()
  staff = await backend.staff()
})
afterAll(() => backend.stop())

function picture(bytes: number, type = 'image/webp'): File {
  return new File([new Uint8Array(bytes).fill(7)], 'picture.webp', { type })
}

it('stores a picture that anybody can fetch by its public address', async () => {
  const path = `contract/${randomUUID()}.webp`
  const { data, error } = await staff.storage
    .from(bucket)
    .upload(path, picture(1234), { cacheControl: '3600' })
  expect(error).toBeNull()
  expect(data?.path).toBe(path)
  const response = await fetch(staff.storage.from(bucket).getPublicUrl(path).data.publicUrl)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await response.arrayBuffer()).byteLength).toBe(1234)
  expect((await staff.storage.from(bucket).download(path)).data?.size).toBe(1234)
  expect((await staff.storage.from(bucket).remove([path])).data).toHaveLength(1)
  expect((await fetch(staff.storage.from(bucket).getPublicUrl(path).data.publicUrl)).ok).toBe(false)
})

it('takes a file of exactly 5 MB and rejects one byte more', async () => {
  const path = `contract/${randomUUID()}.webp`
  expect((await staff.storage.from(bucket).upload(path, picture(limit))).error).toBeNull()
  const { error } = await staff.storage.from(bucket).upload(`${path}-2`, picture(limit + 1))
  expect(error?.message).toBe('The object exceeded the maximum allowed size')
  await staff.storage.from(bucket).remove([path])
})

it('rejects a type the bucket does not take', async () => {
  const { error } = await staff.storage
    .from(bucket)
    .upload(`contract/${randomUUID()}.svg`, picture(10, 'image/svg+xml'))
  expect(error?.message).toMatch(/mime type image\/svg\+xml is not supported/)
})

it('rejects to overwrite unless asked to', async () => {
  const path = `contract/${randomUUID()}.webp`
  await staff.storage.from(bucket).upload(path, picture(1))
  expect((await staff.storage.from(bucket).upload(path, picture(2))).error?.message).toBe(
    'The resource already exists',
  )
  expect((await staff.storage.from(bucket).upload(path, picture(3), { upsert: true })).error).toBeNull()
  expect((await staff.storage.from(bucket).download(path)).data?.size).toBe(3)
  await staff.storage.from(bucket).remove([path])
})

it('lets staff alone write, list and delete', async () => {
  const path = `contract/${randomUUID()}.webp`
  const { client } = await backend.customer()
  for (const outsider of [backend.visitor(), client]) {
    const { error } = await outsider.storage.from(bucket).upload(path, picture(1))
    expect(error?.message).toBe('new row violates row-level security policy')
  }
  await staff.storage.from(bucket).upload(path, picture(1))
  expect((await client.storage.from(bucket).list('contract')).data).toEqual([])
  expect((await client.storage.from(bucket).remove([path])).data).toEqual([])
  expect((await staff.storage.from(bucket).remove([path])).data).toHaveLength(1)
})

// The HTTP status of most is 400: what they mean is in the status code of the body.
it.each([
  ['a file that is too large', bucket, picture(limit + 1), '413'],
  ['a type the bucket does not take', bucket, picture(10, 'image/gif'), '415'],
  ['a bucket that does not exist', 'no-such-bucket', picture(10), '404'],
])('says by its status code that it rejects %s', async (_what, to, file, code) => {
  const { error } = await staff.storage.from(to).upload(`contract/${randomUUID()}.webp`, file)
  expect(error?.statusCode).toBe(code)
})

it('says by its status code that the caller may not upload', async () => {
  const { error } = await backend
    .visitor()
    .storage.from(bucket)
    .upload(`contract/${randomUUID()}.webp`, picture(1))
  expect(error?.statusCode).toBe('403')
})

it('removes several files at once, and those that are gone do not matter', async () => {
  const paths = [320, 640].map((width) => `contract/${randomUUID()}-${String(width)}.webp`)
  for (const path of paths) await staff.storage.from(bucket).upload(path, picture(5))
  const { data, error } = await staff.storage.from(bucket).remove([...paths, 'contract/gone.webp'])
  expect([error, data?.map(({ name }) => name).sort()]).toEqual([null, paths.sort()])
})
