// @vitest-environment happy-dom
import { defaultSettings, type Settings } from '@shop/settings'
import type { DataContextValue } from '@shop/supabase'
import { act, cleanup, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cart } from './cart-provider'
import { fakeShop } from './fake-shop'
import { cartPage, shows } from './testing'

let shop: ReturnType<typeof fakeShop>
let data: DataContextValue
let cart: Cart

const page = (settings?: Settings) =>
  cartPage(
    data,
    (now) => {
      cart = now
    },
    settings,
  )
const guestWith = (product: string, quantity: number) => {
  shop.put(data.backend.guest.ensure(), product, quantity)
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the auth client counts its instances
  shop = fakeShop()
  data = shop.tab()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a visitor who never added anything has an empty cart, no guest id, and sends no request', async () => {
  render(page())
  await shows('ready: 0 [] £0.00')
  expect(data.backend.guest.id()).toBeNull()
  expect(shop.requests).toEqual([])
})

test('the first add creates the guest id, counts at once and shows the line at cart prices', async () => {
  const release = shop.hold()
  render(page())
  let added: Promise<void> | undefined
  act(() => {
    added = cart.add('mask', 2)
  })
  await shows('ready busy: 2 [] £0.00')
  release()
  await act(() => added)
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
  expect(data.backend.guest.id()).toMatch(/^session_/)
  expect(shop.requests).toEqual(['POST rpc/cart_add'])
})

test('an add during hydration, before the session is read, creates the guest id', async () => {
  let added: Promise<void> | undefined
  const hydrated = cartPage(data, (now) => {
    cart = now
    added ??= now.add('mask')
  })
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(hydrated)
  render(hydrated, { container, hydrate: true })
  await act(() => added)
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
})

test('prices use the factor of the settings', async () => {
  guestWith('mask', 1)
  render(page({ ...defaultSettings, pricing: { ...defaultSettings.pricing, factor: 1 } }))
  await shows('ready: 1 [1 Eye Mask £6.50] £6.50')
})

test('another add of the same product goes to its line', async () => {
  guestWith('mask', 1)
  render(page())
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  await act(() => cart.add('mask'))
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
  expect(shop.stored()).toEqual(['2 mask'])
})

test.each([0, -1])('a quantity of %i removes the line', async (quantity) => {
  guestWith('mask', 1)
  guestWith('balm', 1)
  render(page())
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  await act(() => cart.setQuantity('line-1', quantity))
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  expect(shop.stored()).toEqual(['1 balm'])
})

test('a withdrawn product leaves a line that costs nothing and can be removed', async () => {
  guestWith('old', 2)
  render(page())
  await shows('ready: 2 [2 No longer available £0.00] £0.00')
  expect(cart.lines[0]).toMatchObject({ available: false, stock: 0, image: null })
  await act(() => cart.remove('line-1'))
  await shows('ready: 0 [] £0.00')
})
