import { expect, test } from 'vitest'
import { skuQuery } from './sku-query'

const options = [
  { name: 'Size', values: ['S', 'XL', 'XXL'] },
  { name: 'Colour', values: ['Deep Plum'] },
]
const variant = (sku: string | null, size: string) => ({ sku, option_values: [size, 'Deep Plum'] })
const variants = [
  variant('AM-8-S', 'S'),
  variant('AM-8-X', 'XL'),
  variant('AM-8-XX', 'XXL'),
  variant(null, 'M'),
]

test.each([
  ['AM-8-S', '?size=s&colour=deep-plum'],
  ['am-8-s', '?size=s&colour=deep-plum'],
  ['am-8-x', '?size=xl&colour=deep-plum'], // exactly, although another one begins with it
  ['am-8-xx', '?size=xxl&colour=deep-plum'],
  ['am-8', ''],
  ['am-8-sx', ''],
  ['silk', ''],
])('"%s" chooses "%s"', (term, query) => {
  expect(skuQuery(term, options, variants)).toBe(query)
})

test('a half-typed SKU chooses where it can only be one', () => {
  expect(skuQuery('am-8', options, variants.slice(0, 1))).toBe('?size=s&colour=deep-plum')
  expect(skuQuery('am-8', options, [])).toBe('')
})
