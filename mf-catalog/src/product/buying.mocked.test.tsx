// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { observerOf, openShop, product } from '../testing'

const cart = vi.hoisted(() => ({ add: vi.fn<(productId: string, quantity: number) => Promise<void>>() }))
vi.mock('@shop/cart', async (original) => ({ ...(await original<object>()), useCartActions: () => cart }))

beforeEach(() => {
  cart.add.mockReset().mockResolvedValue(undefined)
})

const openWith = (more: Record<string, unknown> = {}) =>
  openShop('/products/moss-balm', { products: [product(more)] }).enter()

describe('on a Monday morning', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z'), toFake: ['Date'] })
  })

  test('it says until when to order, and when it arrives', async () => {
    openWith()
    expect(await screen.findByText('Order by 2pm today for delivery by Wednesday 2 December')).toBeVisible()
    expect(
      screen.getByText(/^Need it sooner\? Choose Express or Next day\. Always in a plain box\./),
    ).toBeVisible()
  })

  test('a sold-out product shows no day of arrival', async () => {
    openWith({ inventory_quantity: 0 })
    expect(await screen.findByText(/^Always in a plain box\./)).toBeVisible()
    expect(screen.queryByText(/with you/i)).not.toBeInTheDocument()
    expect(screen.queryByText(/Sooner/)).not.toBeInTheDocument()
  })
})

test('while the button is out of sight a bar has price and button, for fingers alone', async () => {
  vi.stubGlobal('IntersectionObserver', observerOf(false))
  openWith()
  const bar = await waitFor(() => {
    const [found] = screen
      .getAllByText('Add to cart')
      .flatMap((text) => text.closest<HTMLElement>('[aria-hidden]') ?? [])
    if (!found) throw new Error('No bar yet')
    return found
  })
  expect(bar.textContent).toBe('£6.17incl. VATAdd to cart')
  const [press, ...others] = bar.querySelectorAll('button')
  expect(others).toEqual([])
  expect(press?.tabIndex).toBe(-1)
  expect(screen.getAllByRole('button', { name: 'Add to cart' })).toHaveLength(1)
  press?.click()
  await waitFor(() => {
    expect(cart.add).toHaveBeenCalledWith('p1', 1)
  })
})

test('a typed quantity above the limit is explained, and the explanation outlasts what is added', async () => {
  openWith({ inventory_quantity: 50 })
  const quantity = await screen.findByRole('spinbutton', { name: 'Quantity of Moss Balm' })
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '99')
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }))
  expect(await screen.findByText('Added to cart')).toBeVisible()
  expect(cart.add).toHaveBeenCalledWith('p1', 20)
  expect(screen.getByText('You can order at most 20 of one product.')).toBeVisible()
  expect(quantity).toHaveValue('20')
})

test('a sold-out product has no such bar', async () => {
  vi.stubGlobal('IntersectionObserver', observerOf(false))
  openWith({ inventory_quantity: 0 })
  await screen.findByRole('button', { name: 'Add to cart' })
  expect(screen.getAllByText('Add to cart')).toHaveLength(1)
})
