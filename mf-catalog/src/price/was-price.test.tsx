// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openShop, product } from '../testing'
import { wasUnitPence } from './was-price'

vi.mock('@shop/cart', async (original) => ({
  ...(await original<object>()),
  useCartActions: () => ({ add: vi.fn() }),
}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const reduced = product({ price: 98, compare_at_price: 120, was_price: 120 })
const structured = () =>
  [...document.querySelectorAll('script[type="application/ld+json"]')]
    .map((script) => script.textContent)
    .join('\n')

test.each([
  [9800, 12000, 'detail', 0.79, 12000],
  [9800, 12000, 'listing', 0.79, 9480],
  [9800, 12000, 'category', 0.79, 12000],
  [9800, null, 'listing', 0.79, null],
  [2, 3, 'listing', 0.5, 2],
  [1, 2, 'listing', 0.5, null],
] as const)('%i pence, earlier %j, on %s by %d: %j', (storedPence, wasPence, surface, factor, expected) => {
  expect(wasUnitPence({ storedPence, wasPence }, surface, factor)).toBe(expected)
})

test('a product’s page strikes through the previous price, on the same surface as the current one', async () => {
  openShop('/products/moss-balm', { products: [reduced] }).enter()
  const struck = await screen.findByText('£120.00', undefined, { timeout: 4000 })
  expect(struck.tagName).toBe('S')
  expect(struck.parentElement?.textContent).toBe(' Was £120.00')
  expect(screen.getByText('£98.00')).toBeTruthy()
  expect(structured()).toContain(
    '"price":"92.90","priceCurrency":"GBP","priceSpecification":{"@type":"UnitPriceSpecification","priceType":"https://schema.org/StrikethroughPrice","price":"113.76","priceCurrency":"GBP"}',
  )
})

test('a card strikes through the previous price, by the factor of the list', async () => {
  openShop('/products', { products: [reduced] }).enter()
  expect((await screen.findByText('£94.80')).parentElement?.textContent).toBe(' Was £94.80')
  expect(screen.getByText('£77.42')).toBeTruthy()
})

test('the staff’s comparison price is not shown on its own', async () => {
  openShop('/products/moss-balm', {
    products: [product({ price: 98, compare_at_price: 120, was_price: null })],
  }).enter()
  await screen.findByText('£98.00')
  expect(document.body.textContent).not.toMatch(/Was|120/)
  expect(structured()).not.toContain('Strikethrough')
})
