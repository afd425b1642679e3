// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { accessories, openShop, product } from '../testing'
import { searchTerm } from './search-products'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const shelf = [
  product(),
  product({ id: 'p2', slug: 'riva-pebble', name: 'Riva Pebble' }),
  product({ id: 'p3', slug: 'grey-pebble', name: 'Grey Pebble' }),
]
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    product({ id: `p${String(index)}`, slug: `pebble-${String(index)}`, name: `Pebble ${String(index)}` }),
  )

test('matches are shown in the grid and counted', async () => {
  openShop('/search?q=pebble', { products: shelf }).enter()
  expect(await screen.findByRole('link', { name: 'Riva Pebble' })).toBeVisible()
  expect(screen.queryByText('Moss Balm')).not.toBeInTheDocument()
  expect(screen.getByText('2 products for “pebble”')).toHaveAttribute('role', 'status')
  expect(screen.getByRole('searchbox', { name: 'Search products' })).toHaveValue('pebble')
})

test('the SKU of a variant leads to its product with the variant chosen', async () => {
  const robe = product({
    id: 'p4',
    slug: 'silk-robe',
    name: 'Silk Robe',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    product_variants: [
      { sku: 'ROBE-S', option_values: ['S'] },
      { sku: 'ROBE-M', option_values: ['M'] },
    ],
  })
  const addressFor = async (term: string) => {
    openShop(`/search?q=${term}`, { products: [...shelf, robe] }).enter()
    const link = await screen.findByRole('link', { name: 'Silk Robe' })
    cleanup()
    return link.getAttribute('href')
  }
  expect(await addressFor('robe-m')).toBe('/products/silk-robe?size=m')
  expect(await addressFor('robe-')).toBe('/products/silk-robe')
  expect(await addressFor('robe')).toBe('/products/silk-robe')
})

test('without a term nothing is requested', async () => {
  const shop = openShop('/search?q=%20', { products: shelf })
  shop.enter()
  expect(await screen.findByRole('search')).toBeVisible()
  expect(screen.queryAllByRole('link')).toHaveLength(0)
  expect(shop.requests).toEqual([])
})

test('another term is searched for and kept in the URL', async () => {
  const router = openShop('/search?q=pebble&pages=2', { products: shelf }).enter()
  const field = await screen.findByRole('searchbox')
  await userEvent.clear(field)
  await userEvent.type(field, '  moss   balm {Enter}')
  expect(await screen.findByText('1 product for “moss balm”')).toBeVisible()
  expect(router.state.location.search).toBe('?q=moss+balm')
})

test('without matches the page says so and leads on: all products, categories, featured pieces', async () => {
  openShop('/search?q=lantern', { products: shelf, categories: [accessories] }).enter()
  expect(await screen.findByText('No products found')).toBeVisible()
  expect(screen.getByText('0 products for “lantern”')).toBeVisible()
  expect(screen.getByText(/^We couldn’t find anything for “lantern”/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Shop All' })).toHaveAttribute('href', '/products')
  expect(await screen.findByRole('link', { name: 'Accessories' })).toHaveAttribute(
    'href',
    '/categories/accessories',
  )
  const featured = within(screen.getByRole('region', { name: 'Featured' }))
  expect(await featured.findByRole('link', { name: 'Moss Balm' })).toBeVisible()
})

test('pages and categories are above the products, and enough where there are none', async () => {
  const places = [{ kind: 'page', path: '/returns', title: 'Returns', about: 'How to send something back' }]
  openShop('/search?q=returns', { products: shelf, places }).enter()
  const found = within(await screen.findByRole('navigation', { name: 'Pages and categories' }))
  expect(found.getByRole('link')).toHaveAttribute('href', '/returns')
  expect(await screen.findByText('1 page for “returns”')).toBeVisible()
  expect(screen.queryByText('No products found')).not.toBeInTheDocument()
})

test('many matches are paged, up to the hundredth', async () => {
  const router = openShop('/search?q=pebble&pages=4', { products: many(130) }).enter()
  expect(await screen.findByText('The 100 best matches for “pebble”')).toBeVisible()
  // Looking for roles takes long among so many.
  const links = () => document.querySelectorAll('a[href]').length
  await waitFor(() => {
    expect(links()).toBe(96)
  })
  await userEvent.click(screen.getByText('Load more'))
  await waitFor(() => {
    expect(links()).toBe(100)
  })
  expect(router.state.location.search).toBe('?q=pebble&pages=5')
  expect(screen.queryByText('Load more')).not.toBeInTheDocument()
})

test('a search that failed can be tried again', async () => {
  const shop = openShop('/search?q=balm', { products: shelf })
  shop.reject()
  shop.enter()
  const again = await screen.findByRole('button', { name: 'Try again' })
  shop.recover()
  await userEvent.click(again)
  expect(await screen.findByText('1 product for “balm”')).toBeVisible()
})

test('a term is normalized', () => {
  expect(searchTerm(null)).toBe('')
  expect(searchTerm(' a \t b\n')).toBe('a b')
  expect(searchTerm('x'.repeat(300))).toHaveLength(200)
})
