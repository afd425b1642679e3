// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accessories, openShop, product } from '../testing'

test('a category shows its own products at the stored price', async () => {
  const other = product({ id: 'p2', name: 'Stone', category: { slug: 'luxury-toys' } })
  openShop('/categories/accessories', { categories: [accessories], products: [product(), other] }).enter()
  expect(await screen.findByRole('heading', { level: 1, name: 'Accessories' })).toBeVisible()
  expect(await screen.findByText('£6.50')).toBeVisible()
  expect(screen.getByText('£6.17').closest('p')?.textContent).toBe(
    '£6.17 incl. VAT£5.14 excl. VAT · list price £6.50 excl. VAT',
  )
  expect(screen.queryByText('Stone')).not.toBeInTheDocument()
})

test('a category without products shows the empty state', async () => {
  openShop('/categories/accessories', { categories: [accessories] }).enter()
  expect(await screen.findByText('No Products Yet')).toBeVisible()
})

test('a former address of a category becomes the present one', async () => {
  const moved = { 'category adornments': 'accessories' }
  const router = openShop('/categories/adornments', { categories: [accessories], moved }).enter()
  expect(await screen.findByRole('heading', { level: 1, name: 'Accessories' })).toBeVisible()
  expect(router.state).toMatchObject({
    historyAction: 'REPLACE',
    location: { pathname: '/categories/accessories' },
  })
})

test('an unknown category shows "Category Not Found" with a link back', async () => {
  openShop('/categories/nothing', { categories: [accessories] }).enter()
  expect(await screen.findByRole('heading', { level: 1, name: 'Category Not Found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to categories' })).toHaveAttribute('href', '/categories')
})

test('the list of categories links to each, and shows when there is none', async () => {
  openShop('/categories', { categories: [accessories] }).enter()
  expect(await screen.findByRole('link', { name: 'Accessories' })).toHaveAttribute(
    'href',
    '/categories/accessories',
  )
  cleanup()
  openShop('/categories').enter()
  expect(await screen.findByText('No categories available')).toBeVisible()
})
