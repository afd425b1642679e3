// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openShop, product } from '../testing'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    product({ id: `p${String(index)}`, slug: `piece-${String(index)}`, name: `Piece ${String(index)}` }),
  )

test('every product shows its basket price, the price with VAT and its stock', async () => {
  openShop('/products', {
    products: [
      product(),
      product({ id: 'p2', name: 'Last Stone', inventory_quantity: 5 }),
      product({ id: 'p3', name: 'Gone', inventory_quantity: 0 }),
    ],
  }).enter()
  expect(await screen.findByText('3 products')).toBeVisible()
  expect(screen.getAllByText('£5.14')).toHaveLength(3)
  expect(screen.getAllByText('£6.17')).toHaveLength(3)
  expect(screen.getAllByText('Low Stock')).toHaveLength(1)
  expect(screen.getAllByText('Sold Out')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Moss Balm' })).toHaveAttribute('href', '/products/moss-balm')
})

test('without products the empty state is shown', async () => {
  openShop('/products').enter()
  expect(await screen.findByText('No products available')).toBeVisible()
})

test('a long list is paged; the next page receives the focus and is kept in the URL', async () => {
  const router = openShop('/products', { products: many(30) }).enter()
  expect(await screen.findByText('30 products')).toBeVisible()
  expect(screen.getAllByRole('link')).toHaveLength(24)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => {
    expect(screen.getAllByRole('link')).toHaveLength(30)
  })
  expect(document.activeElement?.textContent).toBe('Piece 24')
  expect(router.state.location.search).toBe('?pages=2')
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
})

test('an invalid number of pages shows all there are', async () => {
  const shop = openShop('/products?pages=999', { products: many(30) })
  shop.enter()
  await waitFor(() => {
    expect(screen.getAllByRole('link')).toHaveLength(30)
  })
  expect(shop.requests.filter(({ line }) => line.includes('/products?'))).toHaveLength(2)
})

test('a failed request is logged and can be retried', async () => {
  const shop = openShop('/products', { products: [product()] })
  shop.reject()
  shop.enter()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(console.error).toHaveBeenCalled()
  shop.recover()
  await userEvent.click(again)
  expect(await screen.findByText('1 product')).toBeVisible()
})
