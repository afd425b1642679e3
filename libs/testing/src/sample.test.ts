import { expect, test } from 'vitest'
import { oneOf, sampled, testSeed } from './sample'

test('the seed follows from the files of the commit, unless one is given', () => {
  const tree = () => '0123456789abcdef0123456789abcdef01234567'
  expect(testSeed('', tree)).toBe(0x0123456)
  expect(testSeed('42', tree)).toBe(42)
  expect(testSeed('', () => '')).toBe(1)
})

test('two calls on one commit choose the same', () => {
  expect(testSeed()).toBe(testSeed())
  const items = Array.from({ length: 200 }, (_, index) => ({ name: String(index) }))
  const chosen = sampled(items, 0.3)
  expect(sampled(items, 0.3)).toEqual(chosen)
  if (!process.env.TEST_DEEP) {
    expect(chosen.length).toBeGreaterThan(20)
    expect(chosen.length).toBeLessThan(100)
  }
})

test('of several items one is chosen, and different names choose differently', () => {
  if (process.env.TEST_DEEP) return
  const widths = [320, 768, 1280]
  const names = Array.from({ length: 60 }, (_, index) => `screen ${String(index)}`)
  const chosen = names.map((name) => oneOf(widths, name))
  expect(chosen.every((one) => one.length === 1)).toBe(true)
  expect(new Set(chosen.flat())).toEqual(new Set(widths))
})
