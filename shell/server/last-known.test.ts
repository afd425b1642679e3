import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastKnown } from './last-known'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const read = vi.fn<() => Promise<string>>()
const open = () => {
  read.mockReset()
  return lastKnown(read, { freshMs: 10_000, maxWaitMs: 2000, retryAfterMs: 1000 })
}

test('before the first reading a failure is told, and the next reader tries again', async () => {
  const settings = open()
  read.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce('one')
  await expect(settings.get()).rejects.toThrow('down')
  expect(await settings.get()).toBe('one')
})

test('the last reading holds for as long as reading fails, however long that is', async () => {
  const settings = open()
  read.mockResolvedValueOnce('one').mockRejectedValue(new Error('down'))
  await settings.get()
  for (const hours of [0.01, 1, 48]) {
    vi.advanceTimersByTime(hours * 3_600_000)
    expect(await settings.get()).toBe('one')
  }
  settings.expire()
  expect(await settings.get()).toBe('one')
  read.mockResolvedValue('two')
  vi.advanceTimersByTime(1001)
  expect(await settings.get()).toBe('two')
})

test('while a new reading is made of what has aged nobody waits for it', async () => {
  const settings = open()
  read.mockResolvedValueOnce('one').mockReturnValueOnce(new Promise(() => undefined))
  await settings.get()
  vi.advanceTimersByTime(11_000)
  expect(await settings.get()).toBe('one')
  expect(await settings.get()).toBe('one')
  expect(read).toHaveBeenCalledTimes(2)
})

test('after a change the next reader gets the new reading', async () => {
  const settings = open()
  read.mockResolvedValueOnce('one').mockResolvedValueOnce('two')
  await settings.get()
  settings.expire()
  expect(await settings.get()).toBe('two')
})

test('after a change nobody waits longer than the patience, and then at once gets the last reading', async () => {
  const settings = open()
  read.mockResolvedValueOnce('one').mockReturnValueOnce(new Promise(() => undefined))
  await settings.get()
  settings.expire()
  const waiting = settings.get()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await waiting).toBe('one')
  expect(await settings.get()).toBe('one')
  expect(read).toHaveBeenCalledTimes(2)
})

test('what was read before a change was heard of does not count as read after it', async () => {
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
  settings.expire()
  finish('one')
  expect(await first).toBe('one')
  expect(await settings.get()).toBe('two')
})
