// @vitest-environment happy-dom
import { createBackend, type Backend } from '@shop/supabase'
import { fakeSupabase, rejection, storeSession, type FakeSupabase } from '@shop/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PictureCopies } from './picture-copies'
import { UploadError } from './upload-error'
import { removeUnusedPictures, uploadCopies } from './upload-picture'

const folder = '/storage/v1/object/product-images/product-images/'
let fake: FakeSupabase
let backend: Backend

const copies = (...widths: number[]): PictureCopies => ({
  extension: 'webp',
  copies: widths.map((width) => ({ width, blob: new Blob([new Uint8Array(width)], { type: 'image/webp' }) })),
})
const bucket = 'product-images'
const stored = () =>
  fake.requests.filter(({ call }) => call.startsWith(`POST ${folder}`)).map(({ call }) => call)
const removed = () =>
  fake.requests.filter(({ call }) => call.startsWith('DELETE ')).map(({ body }): unknown => JSON.parse(body))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  storeSession()
  fake = fakeSupabase()
  backend = createBackend({ url: 'http://backend.test', key: 'publishable' })
})

const uploadFailure = (options: Partial<Parameters<typeof uploadCopies>[2]> = {}) =>
  uploadCopies(backend, copies(320, 640), { bucket, ...options }).then(
    () => null,
    (error: unknown) => error,
  )

test('every width is stored under one new name, and the address has no origin', async () => {
  const shares: number[] = []
  const { address } = await uploadCopies(backend, copies(320, 640, 960, 1280), {
    bucket,
    onProgress: (share) => shares.push(share),
  })
  expect(address).toMatch(
    /^\/storage\/v1\/object\/public\/product-images\/product-images\/[\da-f-]{36}-1280\.webp$/,
  )
  const stem = address.slice(
    '/storage/v1/object/public/product-images/product-images/'.length,
    -'1280.webp'.length,
  )
  expect(stored().sort()).toEqual(
    [320, 640, 960, 1280].map((width) => `POST ${folder}${stem}${String(width)}.webp`).sort(),
  )
  expect(shares).toHaveLength(4)
  expect(shares).toEqual([...shares].sort())
  expect(shares.at(-1)).toBe(1)
})

test('two uploads of one picture have two names', async () => {
  const [one, other] = [
    await uploadCopies(backend, copies(320), { bucket }),
    await uploadCopies(backend, copies(320), { bucket }),
  ]
  expect(one.address).not.toBe(other.address)
})

test('a failed width is told in words, and the others are removed', async () => {
  let calls = 0
  vi.stubGlobal(
    'fetch',
    vi.fn(fetch).mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      if (request.method === 'DELETE') return Response.json([])
      calls += 1
      return calls === 2
        ? Response.json(
            { statusCode: '413', message: 'The object exceeded the maximum allowed size' },
            { status: 400 },
          )
        : Response.json({ Key: 'x', Id: 'y' })
    }),
  )
  const failure = await uploadFailure()
  expect(failure).toBeInstanceOf(UploadError)
  expect(failure).toMatchObject({
    message: 'Image is too large. Please upload a file under 5MB.',
    cancelled: false,
  })
  const removals = vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === 'DELETE')
  expect(removals).toHaveLength(1)
})

test.each([
  [
    () => rejection(403, '42501', 'new row violates row-level security policy'),
    'Access denied. Please check your permissions.',
  ],
  [() => Promise.reject(new TypeError('Failed to fetch')), 'Network error. Please check your connection.'],
])('a rejected or unreachable storage is told in words', async (response, message) => {
  fake.fail({ under: '/storage/', response })
  expect(await uploadFailure()).toMatchObject({ message })
})

test('an upload that is cancelled ends at once, and what arrives later is removed too', async () => {
  const release = fake.hold()
  const controller = new AbortController()
  const outcome = uploadFailure({ signal: controller.signal })
  await vi.waitFor(() => expect(stored()).toHaveLength(2))
  controller.abort()
  expect(await outcome).toMatchObject({ cancelled: true })
  expect(removed()).toHaveLength(0)
  release()
  await vi.waitFor(() => expect(removed()).toHaveLength(1))
  expect(removed()[0]).toMatchObject({
    prefixes: stored().map((call) => call.slice(`POST /storage/v1/object/${bucket}/`.length)),
  })
})

test('nothing is stored when it was cancelled before', async () => {
  expect(await uploadFailure({ signal: AbortSignal.abort() })).toMatchObject({ cancelled: true })
  expect(stored()).toHaveLength(0)
})

const address = (name: string) => `/storage/v1/object/public/${bucket}/${bucket}/${name}-640.webp`

test('only pictures that nothing shows are removed, in every width', async () => {
  fake.rpc.unused_pictures = ({ p_addresses }) => {
    expect(p_addresses).toEqual([address('a'), address('b')])
    return [address('b')]
  }
  await removeUnusedPictures(backend, ['/media/halo-ring-1.webp', address('a'), address('b')])
  expect(removed()).toEqual([{ prefixes: [320, 640].map((width) => `${bucket}/b-${String(width)}.webp`) }])
})

test('pictures of the demo are never asked about, and a failed question removes nothing', async () => {
  await removeUnusedPictures(backend, ['/media/halo-ring-1.webp'])
  expect(fake.requests).toHaveLength(0)
  fake.fail({ under: '/rest/' })
  await removeUnusedPictures(backend, [address('a')])
  expect(removed()).toHaveLength(0)
})
