import { beforeEach, expect, test, vi } from 'vitest'
import { responseCache, type ResponseCache } from './response-cache'

const list = 'http://backend.example/rest/v1/products?select=id'
const asked = vi.fn<typeof fetch>()
let time = 1
let reads: ResponseCache

beforeEach(() => {
  time = 1
  reads = responseCache({ ttlMs: 1000, max: 2, now: () => time })
  let count = 0
  asked
    .mockReset()
    .mockImplementation(() =>
      Promise.resolve(Response.json({ read: ++count }, { headers: { 'content-range': '0-1/2' } })),
    )
  vi.stubGlobal('fetch', asked)
})

const get = async (url = list, init?: RequestInit) =>
  (await reads.fetch(url, init)).json() as Promise<unknown>

test('concurrent and later reads share one request; each gets its own response', async () => {
  expect(await Promise.all([get(), get()])).toEqual([{ read: 1 }, { read: 1 }])
  const response = await reads.fetch(list)
  expect(response.headers.get('content-range')).toBe('0-1/2')
  expect(await response.json()).toEqual({ read: 1 })
  expect(asked).toHaveBeenCalledOnce()
})

test('clearing, expiry and other headers each cause a new read', async () => {
  await get()
  expect(await get(list, { headers: { accept: 'application/vnd.pgrst.object+json' } })).toEqual({ read: 2 })
  reads.clear()
  expect(await get()).toEqual({ read: 3 })
  time = 1002
  expect(await get()).toEqual({ read: 4 })
})

test('reads with a visitor’s session are never cached', async () => {
  for (const name of ['authorization', 'x-session-id', 'x-checkout-session']) {
    const headers = { [name]: 'one' }
    await get(list, { headers })
    await get(list, { headers })
  }
  await get(list, { method: 'POST' })
  expect(asked).toHaveBeenCalledTimes(7)
  await get()
  expect(asked).toHaveBeenCalledTimes(8)
})

test('failures are not cached', async () => {
  asked
    .mockResolvedValueOnce(Response.json({}, { status: 500 }))
    .mockRejectedValueOnce(new TypeError('no way there'))
  expect((await reads.fetch(list)).status).toBe(500)
  await expect(reads.fetch(list)).rejects.toThrow('no way there')
  expect(await get()).toEqual({ read: 1 })
})

test('the size of the cache is limited', async () => {
  for (const page of ['1', '2', '3']) await get(`${list}&page=${page}`)
  await get(`${list}&page=1`)
  expect(asked).toHaveBeenCalledTimes(4)
  await get(`${list}&page=3`)
  expect(asked).toHaveBeenCalledTimes(4)
})

test('the response to a read that was pending when the cache was cleared is not cached', async () => {
  let resolve: (response: Response) => void = () => undefined
  asked.mockReturnValueOnce(
    new Promise((settle) => {
      resolve = settle
    }),
  )
  const old = get()
  reads.clear()
  expect(await get()).toEqual({ read: 1 })
  resolve(Response.json('old'))
  expect(await old).toBe('old')
  expect(await get()).toEqual({ read: 1 })
})

test('a body that is too large for the cache is read each time', async () => {
  reads = responseCache({ maxSize: 5 })
  expect([await get(), await get()]).toEqual([{ read: 1 }, { read: 2 }])
})
