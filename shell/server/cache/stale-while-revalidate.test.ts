import { beforeEach, expect, test, vi } from 'vitest'
import { staleWhileRevalidate } from './stale-while-revalidate'

beforeEach(() => {
  vi.useFakeTimers()
})

const read = vi.fn<() => Promise<string>>()
const open = () => {
  read.mockReset()
  return staleWhileRevalidate(read, { freshMs: 10_000, maxWaitMs: 2000, retryAfterMs: 1000 })
}

test('a failure before the first value rejects, and the next call retries', async () => {
  const settings = open()
  read.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce('one')
  await expect(settings.get()).rejects.toThrow('down')
  expect(await settings.get()).toBe('one')
})

test('while reads fail the last value is served, however old it is', async () => {
  const settings = open()
  read.mockResolvedValueOnce('one').mockRejectedValue(new Error('down'))
  await settings.get()
  for (const hours of [0.01, 1, 48]) {
    vi.advanceTimersByTime(hours * 3_600_000)
    expect(await settings.get()).toBe('one')
  }
  settings.invalidate()
  expect(await settings.get()).toBe('one')
  read.mockResolvedValue('two')
  vi.advanceTimersByTime(1001)
  expect(await settings.get()).toBe('two')
})

test('a stale value is served at once while a new one is read', async () => {
  const settings = open()
  read.mockResolvedValueOnce('one').mockReturnValueOnce(new Promise(() => undefined))
  await settings.get()
  vi.advanceTimersByTime(11_000)
  expect(await settings.get()).toBe('one')
  expect(await settings.get()).toBe('one')
  expect(read).toHaveBeenCalledTimes(2)
})

test('after invalidation the next call gets the new value', async () => {
  const settings = open()
  read.mockResolvedValueOnce('one').mockResolvedValueOnce('two')
  await settings.get()
  settings.invalidate()
  expect(await settings.get()).toBe('two')
})

test('after invalidation a call waits up to the maximum and then gets the last value', async () => {
  const settings = open()
  read.mockResolvedValueOnce('one').mockReturnValueOnce(new Promise(() => undefined))
  await settings.get()
  settings.invalidate()
  const waiting = settings.get()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await waiting).toBe('one')
  expect(await settings.get()).toBe('one')
  expect(read).toHaveBeenCalledTimes(2)
})

test('a read that began before an invalidation is not fresh', async () => {
  const settings = open()
  let finish: (value: string) => void = () => undefined
  read
    .mockReturnValueOnce(
      new Promise((resolve) => {
        finish = resolve
      }),
    )
    .mockResolvedValueOnce('two')
  const first = settings.get()
  settings.invalidate()
  finish('one')
  expect(await first).toBe('one')
  expect(await settings.get()).toBe('two')
})
