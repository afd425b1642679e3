// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { observerOf, openShop, product } from '../testing'

// A product's page can add to the cart, which is not part of the catalogue.
vi.mock('@shop/cart', async (original) => ({
  ...(await original<object>()),
  useCartActions: () => ({ add: vi.fn() }),
}))

const key = 'aurelle_recent'
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const balm = product({ id: id(1) })
const ring = product({ id: id(2), slug: 'halo-ring', name: 'Halo Ring' })
const robe = product({ id: id(3), slug: 'silk-robe', name: 'Silk Robe' })
const products = [balm, ring, robe]

const store = (...numbers: number[]) => {
  localStorage.setItem(key, JSON.stringify(numbers.map(id)))
}
const stored = (): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')
const names = async () => {
  await screen.findByRole('region', { name: 'Recently viewed' })
  return screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
}

test('the search page shows the recently viewed products, latest first, without those no longer sold', async () => {
  store(2, 9, 1)
  openShop('/search', { products }).enter()
  expect(await names()).toEqual(['Halo Ring', 'Moss Balm'])
  expect(stored()).toEqual([2, 9, 1].map(id))
})

test('a viewed product becomes the latest of twelve, each once, and its page shows the others', async () => {
  vi.stubGlobal('IntersectionObserver', observerOf(false))
  store(3, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12)
  openShop('/products/moss-balm', { products }).enter()
  expect(await names()).toEqual(expect.arrayContaining(['Silk Robe', 'Halo Ring']))
  expect(stored()).toEqual([1, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(id))
})

test('the thirteenth viewed product drops the oldest', async () => {
  store(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
  openShop('/products/moss-balm', { products }).enter()
  await waitFor(() => {
    expect(stored()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(id))
  })
})

test('clearing removes the row and the stored list, and is announced', async () => {
  store(1, 2)
  openShop('/search', { products }).enter()
  await userEvent.click(await screen.findByRole('button', { name: 'Clear recently viewed' }))
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).not.toBeInTheDocument()
  expect(stored()).toBeNull()
  expect(screen.getByText('Recently viewed cleared')).toBeVisible()
})

test('clearing in another tab removes the row here too, and a later view there does not bring it back', async () => {
  store(1, 2)
  openShop('/search', { products }).enter()
  await names()
  const write = (change: () => void) => {
    act(() => {
      change()
      dispatchEvent(new StorageEvent('storage', { key }))
    })
  }
  write(() => {
    localStorage.removeItem(key)
  })
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).not.toBeInTheDocument()
  write(() => {
    store(3)
  })
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).not.toBeInTheDocument()
})
