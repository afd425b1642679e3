// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openShop, product } from '../testing'

vi.mock('@shop/cart', async (original) => ({
  ...(await original<object>()),
  useCartActions: () => ({ add: () => Promise.resolve() }),
}))

const review = (number: number) => ({
  id: `r${String(number).padStart(2, '0')}`,
  product_id: 'p1',
  variant_name: number === 1 ? 'M' : '',
  rating: 4,
  body: `Review number ${String(number)}.`,
  author: 'Ada',
  created_at: new Date(Date.UTC(2026, 2, 31) - number * 86_400_000).toISOString(),
})
const structured = () =>
  [...document.querySelectorAll('script[type="application/ld+json"]')]
    .map(({ textContent }) => textContent)
    .find((text) => text.includes('"Product"')) ?? ''
const path = '/products/moss-balm'

test('a product without reviews shows none, and no rating', async () => {
  openShop(path, { products: [product()] }).enter()
  await screen.findByRole('heading', { name: 'Moss Balm' })
  expect(screen.queryByRole('heading', { name: 'Reviews' })).not.toBeInTheDocument()
  expect(structured()).not.toContain('aggregateRating')
})

test('approved reviews are shown with stars, date and that it was bought here, and are structured data', async () => {
  const rated = product({ product_ratings: { reviews: 2, stars: 9 }, reviews: [review(1), review(2)] })
  openShop(path, { products: [rated] }).enter()
  const section = within(await screen.findByRole('region', { name: 'Reviews' }))
  section.getByText('4.5 out of 5, from 2 reviews')
  const first = within(section.getAllByRole('listitem')[0] ?? document.body)
  first.getByText('Review number 1.')
  expect(first.getByText(/^Ada/).textContent).toBe('Ada, 30 March 2026. Bought here: M.')
  expect(screen.getByRole('link', { name: '2 reviews' })).toHaveAttribute(
    'href',
    expect.stringContaining('#reviews'),
  )
  expect(section.queryByRole('button')).not.toBeInTheDocument()
  expect(JSON.parse(structured())).toMatchObject({
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    review: [{ author: { name: 'Ada' }, datePublished: '2026-03-30' }, {}],
  })
})

test('older reviews are loaded when they are asked for', async () => {
  const newest = [1, 2, 3, 4, 5, 6].map(review)
  const rated = product({ product_ratings: { reviews: 8, stars: 32 }, reviews: newest })
  const shop = openShop(path, { products: [rated] })
  shop.responses['GET /rest/v1/reviews'] = () => Response.json([review(7), review(8)])
  shop.enter()
  await userEvent.click(await screen.findByRole('button', { name: 'Show 2 more' }))
  await screen.findByText('Review number 8.')
  expect(shop.sent('GET /rest/v1/reviews')[0]?.line).toContain('r06')
  expect(screen.queryByRole('button', { name: /^Show/ })).not.toBeInTheDocument()
})
