// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openShop, product } from '../testing'
import { testSettings } from '@shop/settings/testing'

vi.mock('@shop/cart', async (original) => ({
  ...(await original<object>()),
  useCartActions: () => ({ add: vi.fn() }),
}))

const reduced = product({ price: 98, compare_at_price: 120, was_price: 120 })
const structured = () =>
  [...document.querySelectorAll('script[type="application/ld+json"]')]
    .map((script) => script.textContent)
    .join('\n')

test('a product’s page strikes through the previous price, with VAT like the large figure and the structured data', async () => {
  openShop('/products/moss-balm', { products: [reduced] }).enter()
  const struck = await screen.findByText('£113.76', undefined, { timeout: 4000 })
  expect(struck.tagName).toBe('S')
  expect(struck.parentElement?.textContent).toBe(' Was £113.76')
  expect(screen.getByText('£92.90')).toBeVisible()
  expect(structured()).toContain(
    '"price":"92.90","priceCurrency":"GBP","priceSpecification":{"@type":"UnitPriceSpecification","priceType":"https://schema.org/StrikethroughPrice","price":"113.76","priceCurrency":"GBP"}',
  )
})

test('where the page’s own figure leads, the previous price is that of the page', async () => {
  openShop(
    '/products/moss-balm',
    { products: [reduced] },
    { ...testSettings, pricing: { ...testSettings.pricing, lead: 'specified' } },
  ).enter()
  expect((await screen.findByText('£120.00')).parentElement?.textContent).toBe(' Was £120.00')
  expect(screen.getByText('£98.00')).toBeVisible()
})

test('a card strikes through the same previous price as the page', async () => {
  openShop('/products', { products: [reduced] }).enter()
  expect((await screen.findByText('£113.76')).parentElement?.textContent).toBe(' Was £113.76')
  expect(screen.getByText('£77.42')).toBeVisible()
})

test('the staff’s comparison price is not shown on its own', async () => {
  openShop('/products/moss-balm', {
    products: [product({ price: 98, compare_at_price: 120, was_price: null })],
  }).enter()
  await screen.findByText('£98.00')
  expect(document.body).not.toHaveTextContent(/Was|120/)
  expect(structured()).not.toContain('Strikethrough')
})
