import { expect, it } from 'vitest'
import { AttemptLimit } from './attempt-limit'

function limitOf(
  max: number,
  windowMs: number,
  maxKeys?: number,
): { limit: AttemptLimit; pass(seconds: number): void } {
  let now = 1_000_000
  return {
    limit: new AttemptLimit(max, windowMs, () => now, maxKeys),
    pass: (seconds) => (now += seconds * 1000),
  }
}

it('refuses the eleventh attempt within five minutes, and says how long to wait', () => {
  const { limit, pass } = limitOf(10, 300_000)
  for (let tries = 0; tries < 10; tries += 1) {
    expect(limit.record('me')).toBe(0)
    pass(1)
  }
  expect(limit.record('me')).toBe(290)
  expect(limit.record('you')).toBe(0)
  pass(290)
  expect(limit.record('me')).toBe(0)
})

it('counts attempts before they end, and not those that are undone', () => {
  const { limit } = limitOf(2, 300_000)
  expect([limit.record('me'), limit.record('me'), limit.record('me')]).toEqual([0, 0, 300])
  limit.undo('me')
  expect([limit.record('me'), limit.record('me')]).toEqual([0, 300])
})

it('keeps bounded memory, whatever keys are used and however long they are', () => {
  const { limit } = limitOf(1, 300_000, 100)
  limit.record('first')
  for (let index = 0; index < 99; index += 1) limit.record(`${'x'.repeat(100_000)}${String(index)}`)
  expect(limit.record('first')).toBe(300)
  for (let index = 0; index < 99; index += 1) limit.record(`another ${String(index)}`)
  expect(limit.size).toBe(100)
  // The most recently used of the older keys, so it survives eviction.
  expect(limit.record('first')).toBe(300)
})
