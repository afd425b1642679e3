// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accessories, openShop, product } from '../testing'
import { filterParams, readFilter } from './product-filter'

const shelf = [
  product({ id: 'p1', slug: 'robe', name: 'Silk Robe', price: 200, category_id: 'c2' }),
  product({
    id: 'p2',
    slug: 'stone',
    name: 'Palm Stone',
    price: 50,
    inventory_quantity: 0,
    category_id: 'c1',
  }),
  product({ id: 'p3', slug: 'balm', name: 'Moss Balm', price: 20, category_id: 'c1' }),
]
const open = (path: string) => openShop(path, { products: shelf, categories: [accessories] }).enter()
const shown = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('an address filters and sorts the list, and the page shows the active filters', async () => {
  open('/products?sort=price-up&stock=in&min=10&max=200&category=accessories')
  expect(await screen.findByText('1 product')).toBeVisible()
  expect(shown()).toEqual(['Moss Balm'])
  const active = within(screen.getByRole('list', { name: 'Active filters' }))
  expect(active.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Accessories',
    'From £10',
    'Up to £200',
    'In stock only',
    'Clear',
  ])
})

test('a choice applies at once, is kept in the URL and can be removed', async () => {
  const router = open('/products')
  expect(await screen.findByText('3 products')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Active filters' })).not.toBeInTheDocument()
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Price, low to high')
  await waitFor(() => {
    expect(shown()).toEqual(['Moss Balm', 'Palm Stone', 'Silk Robe'])
  })
  await userEvent.click(screen.getByRole('checkbox', { name: /^In stock only/ }))
  expect(await screen.findByText('2 products')).toBeVisible()
  expect(router.state.location.search).toBe('?sort=price-up&stock=in')
  await userEvent.click(screen.getByRole('link', { name: 'In stock only, remove filter' }))
  expect(await screen.findByText('3 products')).toBeVisible()
  expect(document.body).not.toHaveFocus()
  await userEvent.click(screen.getByRole('link', { name: 'Clear' }))
  await waitFor(() => {
    expect(router.state.location.search).toBe('')
  })
  await waitFor(() => {
    expect(screen.getByLabelText('Sort by')).toHaveValue('newest')
  })
})

test('a price applies on blur, to the figures that lead, and is one entry of the history', async () => {
  const router = open('/products')
  expect(await screen.findByText('3 products')).toBeVisible()
  // The robe is stored at 200 and charged at 158 and VAT: 189.60.
  await userEvent.type(screen.getByLabelText('Maximum price (£)'), '190')
  expect(router.state.location.search).toBe('')
  const entries = vi.spyOn(router, 'navigate')
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await waitFor(() => {
    expect(router.state.location.search).toBe('?max=190')
  })
  expect(entries).toHaveBeenCalledTimes(1)
  expect(await screen.findByText('3 products')).toBeVisible()
  await userEvent.clear(screen.getByLabelText('Maximum price (£)'))
  await userEvent.type(screen.getByLabelText('Maximum price (£)'), '189{Enter}')
  expect(await screen.findByText('2 products')).toBeVisible()
})

test('each value says how many products it leaves, and the button how many are shown', async () => {
  open('/products')
  expect(await screen.findByRole('button', { name: 'Show 3 products' })).toBeVisible()
  expect(await screen.findByRole('checkbox', { name: 'In stock only (2)' })).toBeVisible()
  const categories = within(screen.getByRole('radiogroup', { name: 'Category' }))
  expect(categories.getAllByRole('radio')).toHaveLength(2)
  expect(categories.getByRole('radio', { name: 'Accessories (3)' })).toBeEnabled()
})

test('in the order of the shop what is sold out comes last; an order that was asked for is kept', async () => {
  open('/products')
  expect(await screen.findByText('3 products')).toBeVisible()
  expect(shown()).toEqual(['Silk Robe', 'Moss Balm', 'Palm Stone'])
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Price, low to high')
  await waitFor(() => {
    expect(shown()).toEqual(['Moss Balm', 'Palm Stone', 'Silk Robe'])
  })
})

test('filters without matches can be cleared', async () => {
  open('/products?min=900')
  expect(await screen.findByText('No products available')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Clear filters' })).toHaveAttribute('href', '/products')
  expect(screen.getByRole('form', { name: 'Sort and filter' })).toBeInTheDocument()
})

test('invalid parameters of an address are ignored', () => {
  const rewritten = (address: string) => filterParams(readFilter(new URLSearchParams(address))).toString()
  expect(rewritten('sort=up&category=A%20B&stock=out&min=-1&max=1e9')).toBe('')
  expect(rewritten('min=100&max=50')).toBe('min=50&max=100')
  expect(rewritten('sort=newest&category=&min=&max=')).toBe('')
  expect(rewritten('max=50&min=0&stock=in&category=a-b&sort=name')).toBe(
    'sort=name&category=a-b&stock=in&min=0&max=50',
  )
})

test('brands can be chosen if there is more than one', async () => {
  open('/products')
  expect(await screen.findByText('3 products')).toBeVisible()
  expect(screen.queryByRole('radiogroup', { name: 'Brand' })).not.toBeInTheDocument()
  cleanup()
  const router = openShop('/products', {
    products: [...shelf, product({ id: 'p4', slug: 'lamp', name: 'Lamp', brand: 'Lumen' })],
  }).enter()
  await userEvent.click(await screen.findByRole('radio', { name: 'Lumen (1)' }))
  expect(await screen.findByText('1 product')).toBeVisible()
  expect(shown()).toEqual(['Lamp'])
  expect(router.state.location.search).toBe('?brand=Lumen')
  await userEvent.click(screen.getByRole('link', { name: 'Lumen, remove filter' }))
  expect(await screen.findByText('4 products')).toBeVisible()
})

test('a category is filtered by what its products cost, and stays the category', async () => {
  const router = openShop('/categories/accessories', { products: shelf, categories: [accessories] }).enter()
  expect(await screen.findByText('3 products')).toBeVisible()
  expect(screen.queryByRole('radiogroup', { name: 'Category' })).not.toBeInTheDocument()
  // The stone is stored at 50 and charged at 47.40.
  await userEvent.type(screen.getByLabelText('Minimum price (£)'), '40{Enter}')
  await waitFor(() => {
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/categories/accessories?min=40',
    )
  })
  expect(await screen.findByText('1 product')).toBeVisible()
  expect(shown()).toEqual(['Palm Stone'])
  await userEvent.click(screen.getByRole('link', { name: 'Clear' }))
  expect(await screen.findByText('3 products')).toBeVisible()
})
