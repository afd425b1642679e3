import { optionSlug } from '@shop/pricing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readChoice, type Choosable } from './choice'
import { productParams } from './product-params'

const offering = (...names: string[]): Choosable => ({
  options: names.map((name) => ({ name, values: ['A', 'B 2'] })),
  variants: [['A'], ['B 2']].map(([value = '']) => ({
    id: value,
    values: names.map(() => value),
    sku: '',
    storedPence: 1000,
    wasPence: null,
    image: null,
    stock: 1,
  })),
})

test.each([
  ['Sort', 'sort=b-2'],
  ['Brand', 'brand=a'],
  ['Stock', 'stock=b-2'],
  ['Asked', 'asked=a'],
  ['3D', '3d=a'],
  ['W', 'w=b-2'],
  ['Size', 'ref=x&page=2&tab=details&from=letter&size=b-2'],
  ['Size', 'size=B&size=a'],
  ['Size', 'size=b-2&size=a'],
  ['x'.repeat(40), `${'x'.repeat(40)}=a`],
])('the server chooses of an option "%s" in "?%s" what the browser does', (name, query) => {
  const params = new URLSearchParams(query)
  expect(readChoice(offering(name), productParams(params))).toEqual(readChoice(offering(name), params))
})

test('of any address the server and the browser read the same choice', () => {
  const name = fc.oneof(
    fc.constantFrom('Size', 'Sort', 'Asked', 'Deep Plum', 'É la', '3D'),
    fc.string({ minLength: 1, maxLength: 40 }).filter((text) => optionSlug(text) !== ''),
  )
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3, selector: optionSlug })
  const value = fc.constantFrom('a', 'b-2', 'B 2', '', 'sent')
  const noise = fc.array(fc.tuple(fc.oneof(fc.string(), fc.constantFrom('sort', 'size', 'ref')), value))
  fc.assert(
    fc.property(names, fc.array(value, { minLength: 3 }), noise, noise, (chosen, values, before, after) => {
      const product = offering(...chosen)
      const own = chosen.map((each, index) => [optionSlug(each), values[index] ?? ''])
      const params = new URLSearchParams([...before, ...own, ...after])
      expect(readChoice(product, productParams(params))).toEqual(readChoice(product, params))
    }),
  )
})
