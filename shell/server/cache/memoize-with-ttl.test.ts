import { beforeEach, expect, test, vi } from 'vitest'
import { memoizeWithTtl } from './memoize-with-ttl'

const lookup = vi.fn<(key: string) => Promise<string | null>>()

beforeEach(() => {
  vi.useFakeTimers()
  let count = 0
  lookup.mockReset().mockImplementation((key) => Promise.resolve(`${key} ${String(++count)}`))
})

test('a result is cached for its TTL, and concurrent calls share one lookup', async () => {
  const memoized = memoizeWithTtl(lookup, { ttlMs: 1000 })
  expect(await Promise.all([memoized.get('a'), memoized.get('a')])).toEqual(['a 1', 'a 1'])
  await vi.advanceTimersByTimeAsync(999)
  expect(await memoized.get('a')).toBe('a 1')
  await vi.advanceTimersByTimeAsync(2)
  expect(await memoized.get('a')).toBe('a 2')
})

test('null is cached, a failure is not', async () => {
  const memoized = memoizeWithTtl(lookup, { ttlMs: 1000 })
  lookup.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(null)
  await expect(memoized.get('a')).rejects.toThrow('down')
  expect([await memoized.get('a'), await memoized.get('a')]).toEqual([null, null])
  expect(lookup).toHaveBeenCalledTimes(2)
})

test('the result of a lookup that was pending when the cache was cleared is not cached', async () => {
  const memoized = memoizeWithTtl(lookup, { ttlMs: 1000 })
  let resolve: (response: string) => void = () => undefined
  lookup.mockReturnValueOnce(
    new Promise((settle) => {
      resolve = settle
    }),
  )
  const asked = memoized.get('a')
  memoized.clear()
  expect(await memoized.get('a')).toBe('a 1')
  resolve('old')
  expect(await asked).toBe('old')
  expect(await memoized.get('a')).toBe('a 1')
})

test('no more results are cached than allowed', async () => {
  const memoized = memoizeWithTtl(lookup, { ttlMs: 1000, max: 2 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await memoized.get(key)
  expect(lookup.mock.calls.flat()).toEqual(['a', 'b', 'c', 'b'])
})
