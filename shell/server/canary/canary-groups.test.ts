import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGiven, networkOf, numberOf } from './canary-groups'

const numbers = Array.from({ length: 10_000 }, (_, number) => number)

test('a share goes to so many visitors, and a larger one to all of them too', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 1, max: 99 }),
      (id, one, other) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)]
        const given = numbers.filter((number) => isGiven({ id, share: small }, number))
        expect(Math.abs(given.length / 100 - small)).toBeLessThan(3)
        expect(given.every((number) => isGiven({ id, share: large }, number))).toBe(true)
      },
    ),
    { numRuns: 20 },
  )
})

test('the next canary goes to others', () => {
  const [first, second] = [1, 2].map((id) => numbers.filter((number) => isGiven({ id, share: 10 }, number)))
  const both = first?.filter((number) => second?.includes(number)) ?? []
  expect(both.length).toBeLessThan(200)
})

test('a network has the same number wherever the key is known, and another with another key', () => {
  expect(numberOf('203.0.113.9', 'key')).toBe(numberOf('203.0.113.9', 'key'))
  const differing = ['a', 'b', 'c'].map((key) => numberOf('203.0.113.9', key))
  expect(new Set(differing).size).toBe(3)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:7:1::9', '2001:db8:7::/48'],
  ['2001:db8:7:ffff::1', '2001:db8:7::/48'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
