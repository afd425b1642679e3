import { expect, it } from 'vitest'
import { AttemptLimit } from './attempt-limit'

function limitOf(
  most: number,
  windowMs: number,
  kept?: number,
): { limit: AttemptLimit; pass(seconds: number): void } {
  let now = 1_000_000
  return {
    limit: new AttemptLimit(most, windowMs, () => now, kept),
    pass: (seconds) => (now += seconds * 1000),
  }
}

it('refuses the eleventh attempt within five minutes, and says how long to wait', () => {
  const { limit, pass } = limitOf(10, 300_000)
  for (let tries = 0; tries < 10; tries += 1) {
    expect(limit.take('me')).toBe(0)
    pass(1)
  }
  expect(limit.take('me')).toBe(290)
  expect(limit.take('you')).toBe(0)
  pass(290)
  expect(limit.take('me')).toBe(0)
})

it('counts attempts before they end, and no longer those that are given back', () => {
  const { limit } = limitOf(2, 300_000)
  expect([limit.take('me'), limit.take('me'), limit.take('me')]).toEqual([0, 0, 300])
  limit.giveBack('me')
  expect([limit.take('me'), limit.take('me')]).toEqual([0, 300])
})

it('keeps bounded memory, whatever keys are used and however long they are', () => {
  const { limit } = limitOf(1, 300_000, 100)
  limit.take('first')
  for (let index = 0; index < 99; index += 1) limit.take(`${'x'.repeat(100_000)}${String(index)}`)
  expect(limit.take('first')).toBe(300)
  for (let index = 0; index < 99; index += 1) limit.take(`another ${String(index)}`)
  expect(limit.size).toBe(100)
  // Used last before those 99, so it is the one that is left of the older ones.
  expect(limit.take('first')).toBe(300)
})
