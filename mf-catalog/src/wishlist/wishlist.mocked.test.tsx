// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openShop, product } from '../testing'

const cart = vi.hoisted(() => ({ add: vi.fn<(productId: string, quantity: number) => Promise<void>>() }))
vi.mock('@shop/cart', async (original) => ({ ...(await original<object>()), useCartActions: () => cart }))

const key = 'aurelle_wishlist'
const id = (number: number) => `00000000-0000-4000-8000-00000000000${String(number)}`
const products = [
  product({ id: id(1) }),
  product({ id: id(2), slug: 'halo-ring', name: 'Halo Ring' }),
  product({ id: id(3), slug: 'riva-pebble', name: 'Riva Pebble', inventory_quantity: 0 }),
]
const keep = (...numbers: number[]) => {
  localStorage.setItem(key, JSON.stringify(numbers.map(id)))
}
const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const open = () => openShop('/wishlist', { products }).enter()

beforeEach(() => {
  cart.add.mockReset().mockResolvedValue(undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('the wishlist button adds and removes a product, with undo', async () => {
  openShop('/products/moss-balm', { products }).enter()
  const heart = await screen.findByRole('button', { name: 'Add Moss Balm to wishlist' }, { timeout: 4000 })
  expect(heart).not.toBePressed()
  await userEvent.click(heart)
  expect(screen.getByRole('button', { name: 'Remove Moss Balm from wishlist', pressed: true })).toBe(heart)
  await userEvent.click(heart)
  expect(heart).not.toBePressed()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(heart).toBePressed()
})

test('every card of a list has a wishlist button', async () => {
  openShop('/products', { products }).enter()
  await userEvent.click(await screen.findByRole('button', { name: 'Add Halo Ring to wishlist' }))
  expect(screen.getAllByRole('button', { pressed: true })).toHaveLength(1)
  expect(localStorage.getItem(key)).toBe(JSON.stringify([id(2)]))
})

test('a full wishlist shows a message', async () => {
  localStorage.setItem(
    key,
    JSON.stringify(
      Array.from(
        { length: 100 },
        (_, index) => `00000000-0000-4000-8000-1000000000${String(index).padStart(2, '0')}`,
      ),
    ),
  )
  openShop('/products/moss-balm', { products }).enter()
  await userEvent.click(await screen.findByRole('button', { name: 'Add Moss Balm to wishlist' }))
  expect(await screen.findByText('A wishlist holds 100 products at most.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add Moss Balm to wishlist', pressed: false })).toBeVisible()
})

test('an empty wishlist explains how to fill it, and requests nothing', async () => {
  open()
  expect(await screen.findByText('Your wishlist is empty')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Shop All' })).toHaveAttribute('href', '/products')
})

test('the wishlist shows its products, the newest first, and puts them into the cart', async () => {
  keep(3, 1)
  open()
  await waitFor(() => {
    expect(names()).toEqual(['Riva Pebble', 'Moss Balm'])
  })
  expect(screen.getByText('2 products')).toBeVisible()
  expect(screen.getByText('Sold Out')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add to cart: Riva Pebble' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart: Moss Balm' }))
  expect(cart.add).toHaveBeenCalledWith(id(1), 1)
  expect(await screen.findByText('Item has been added to your cart.')).toBeVisible()
})

test('removing a product moves the focus to the next one, at last to the heading, and can be undone', async () => {
  keep(1, 2)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Moss Balm from wishlist' }))
  expect(names()).toEqual(['Halo Ring'])
  expect(document.activeElement?.textContent).toBe('Halo Ring')
  await userEvent.click(screen.getByRole('button', { name: 'Remove Halo Ring from wishlist' }))
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(await screen.findByText('Your wishlist is empty')).toBeVisible()
  await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0] ?? document.body)
  await waitFor(() => {
    expect(names()).toEqual(['Moss Balm'])
  })
})

test('products no longer sold are hidden, counted, and can be removed', async () => {
  keep(1, 8, 9)
  open()
  expect(await screen.findByText('2 pieces on your list are no longer available.')).toBeVisible()
  expect(names()).toEqual(['Moss Balm'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove them from the list' }))
  await waitFor(() => {
    expect(screen.queryByText(/no longer available/)).not.toBeInTheDocument()
  })
  expect(localStorage.getItem(key)).toBe(JSON.stringify([id(1)]))
})

test('a failed request shows an error and can be retried', async () => {
  keep(1)
  const shop = openShop('/wishlist', { products })
  shop.reject()
  shop.enter()
  const again = await screen.findByRole('button', { name: 'Try again' })
  shop.recover()
  await userEvent.click(again)
  await waitFor(() => {
    expect(names()).toEqual(['Moss Balm'])
  })
})
