import { expect, it } from 'vitest'
import { extractQuoted, restoreValues } from './quoted-filters'

function roundTrip(query: string): { extracted: string; restored: object } {
  const { address, values } = extractQuoted(`http://x/rest/v1/products?${query}`)
  const params = Object.fromEntries(new URL(address).searchParams)
  return {
    extracted: JSON.stringify(params),
    restored: restoreValues(
      Object.fromEntries([...values.keys()].map((name, index) => [`v${index}`, name])),
      values,
    ),
  }
}

it('lifts quoted values out of logic trees and lists, escapes resolved', () => {
  const query = new URLSearchParams({
    or: '(name.ilike."%a, (b)%",brand.eq."say \\"x\\" \\\\")',
    id: 'in.("a,b",c)',
  })
  const { extracted, restored } = roundTrip(String(query))
  expect(extracted).not.toContain('\\"')
  expect(restored).toEqual({ v0: '%a, (b)%', v1: 'say "x" \\', v2: 'a,b' })
})

it('leaves quotes alone where they are part of the value', () => {
  const address = `http://x/rest/v1/products?name=eq.${encodeURIComponent('"x"')}`
  expect(extractQuoted(address)).toEqual({ address, values: new Map() })
})

it('leaves quoted names alone', () => {
  expect(roundTrip(String(new URLSearchParams({ or: '("a name".eq.x)' }))).restored).toEqual({})
})

it('reads * as a wildcard in patterns only', () => {
  const values = new Map([['q0', 'a*b']])
  expect(restoreValues({ a: { $ilike: 'q0' }, b: { $eq: 'q0' } }, values)).toEqual({
    a: { $ilike: 'a%b' },
    b: { $eq: 'a*b' },
  })
})
