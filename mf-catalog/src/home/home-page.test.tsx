// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { accessories, openShop, product } from '../testing'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('the home page shows at most three featured products at basket prices, and the categories', async () => {
  const four = ['a', 'b', 'c', 'd'].map((id) => product({ id, slug: id, name: `Piece ${id}` }))
  openShop('/', { products: four, categories: [accessories] }).enter()
  expect(await screen.findByRole('heading', { level: 1, name: 'Made for the quiet hours' })).toBeVisible()
  expect(await screen.findAllByText('£5.14')).toHaveLength(3)
  const room = await screen.findByRole('heading', { level: 3, name: 'Accessories' })
  expect(room.closest('a')).toHaveAttribute('href', '/categories/accessories')
  expect(screen.getByRole('link', { name: 'Shop All' })).toHaveAttribute('href', '/products')
})

test('without featured products it says that some are coming', async () => {
  openShop('/', { products: [product({ is_featured: false })], categories: [accessories] }).enter()
  expect(await screen.findByText('Featured products coming soon')).toBeVisible()
})

test('each section that failed to load can be retried on its own', async () => {
  const shop = openShop('/', { products: [product()], categories: [accessories] })
  shop.reject()
  shop.enter()
  await waitFor(() => {
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
  })
  const [first] = screen.getAllByRole('button', { name: 'Try again' })
  shop.recover()
  if (first) await userEvent.click(first)
  expect(await screen.findByRole('link', { name: 'Moss Balm' })).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
})
