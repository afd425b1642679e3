import { expect, test } from 'vitest'
import { strengthOf } from './password-strength'

test.each([
  ['', 0],
  ['abcdef', 1],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 1],
  ['Password2026!', 1],
  ['garden-7', 2],
  ['Garden-7-green', 4],
  ['copper lantern moss', 4],
  ['lantern moss', 3],
])('%j has strength %i', (password, level) => {
  expect(strengthOf(password).level).toBe(level)
})

test('a longer password is never weaker', () => {
  let before = 0
  for (const end of ['g7', 'g7-mo', 'g7-mossy', 'g7-mossy-lan', 'g7-mossy-lantern']) {
    const { level } = strengthOf(end)
    expect(level).toBeGreaterThanOrEqual(before)
    before = level
  }
})
