import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoizeWithTtl } from './memoize-with-ttl'

const lookup = vi.fn<(key: string) => Promise<string | null>>()

beforeEach(() => {
  vi.useFakeTimers()
  let count = 0
  lookup.mockReset().mockImplementation((key) => Promise.resolve(`${key} ${String(++count)}`))
})
afterEach(() => {
  vi.useRealTimers()
})

test('an answer counts for its time, for all who ask at once as well', async () => {
  const memoized = memoizeWithTtl(lookup, { ttlMs: 1000 })
  expect(await Promise.all([memoized.get('a'), memoized.get('a')])).toEqual(['a 1', 'a 1'])
  await vi.advanceTimersByTimeAsync(999)
  expect(await memoized.get('a')).toBe('a 1')
  await vi.advanceTimersByTimeAsync(2)
  expect(await memoized.get('a')).toBe('a 2')
})

test('that there is nothing is an answer, a failure is none', async () => {
  const memoized = memoizeWithTtl(lookup, { ttlMs: 1000 })
  lookup.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(null)
  await expect(memoized.get('a')).rejects.toThrow('down')
  expect([await memoized.get('a'), await memoized.get('a')]).toEqual([null, null])
  expect(lookup).toHaveBeenCalledTimes(2)
})

test('a lookup that was under way when the cache was emptied is answered and not cached', async () => {
  const memoized = memoizeWithTtl(lookup, { ttlMs: 1000 })
  let resolve: (answer: string) => void = () => undefined
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

test('no more answers are held than allowed', async () => {
  const memoized = memoizeWithTtl(lookup, { ttlMs: 1000, max: 2 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await memoized.get(key)
  expect(lookup.mock.calls.flat()).toEqual(['a', 'b', 'c', 'b'])
})
