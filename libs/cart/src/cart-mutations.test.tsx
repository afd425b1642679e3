// @vitest-environment happy-dom
import type { DataContextValue } from '@shop/supabase'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cartFailure, cartMessages } from './cart-messages'
import type { Cart } from './cart-provider'
import { fakeShop, shopperId, storeSession } from './fake-shop'
import { cartPage, failure, shows } from './testing'

let shop: ReturnType<typeof fakeShop>
let data: DataContextValue
let cart: Cart

const page = () =>
  cartPage(data, (now) => {
    cart = now
  })
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

test('between the optimistic update and the answer no piece is counted twice or lost', async () => {
  guestWith('balm', 1)
  const counts: number[] = []
  render(
    cartPage(data, (now) => {
      cart = now
      counts.push(now.count)
    }),
  )
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  await act(() => Promise.all([cart.add('mask', 2), cart.add('balm')]))
  await shows('ready: 4 [2 Moss Balm £31.58, 2 Eye Mask £10.28] £41.86')
  expect(counts).toEqual([...counts].sort())
  expect(new Set(counts)).toEqual(new Set([0, 1, 4]))
})

test('adding over stock is refused with the available quantity, and rolled back', async () => {
  guestWith('mask', 4)
  render(page())
  await shows('ready: 4 [4 Eye Mask £20.56] £20.56')
  const error = await act(() => failure(cart.add('mask', 2)))
  expect(cartFailure(error, cartMessages.addFailed)).toEqual({
    title: 'Insufficient Stock',
    description: 'Only 5 items available.',
  })
  await shows('ready: 4 [4 Eye Mask £20.56] £20.56')
})

test('quick clicks are sent one after another and settle at the last', async () => {
  guestWith('balm', 1)
  render(page())
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  const release = shop.hold()
  let all: Promise<unknown> | undefined
  act(() => {
    all = Promise.all([2, 3, 4, 5].map((n) => cart.setQuantity('line-1', n)))
  })
  await shows('ready busy: 5 [5 Moss Balm £78.95] £78.95')
  await waitFor(() => {
    expect(shop.requests.filter((call) => call.startsWith('PATCH'))).toHaveLength(1)
  })
  release()
  await act(() => all)
  await shows('ready: 5 [5 Moss Balm £78.95] £78.95')
  expect(shop.stored()).toEqual(['5 balm'])
  expect(shop.requests.filter((call) => call.startsWith('GET'))).toHaveLength(1)
})

test('a change during a refetch is not overwritten by the stale response', async () => {
  guestWith('balm', 1)
  render(page())
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  await act(async () => {
    await cart.setQuantity('line-1', 2)
    await cart.setQuantity('line-1', 3)
  })
  await shows('ready: 3 [3 Moss Balm £47.37] £47.37')
})

test('a refused change is rolled back without affecting the others', async () => {
  guestWith('mask', 1)
  guestWith('balm', 1)
  render(page())
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  const errors = await act(() =>
    Promise.all([
      failure(cart.setQuantity('line-1', 9)),
      failure(cart.setQuantity('line-2', 3)),
      failure(cart.setQuantity('line-gone', 3)),
    ]),
  )
  expect(errors.map((error) => error instanceof Error && error.message)).toEqual([
    'Only 5 items available.',
    false,
    'Failed to update quantity.',
  ])
  await shows('ready: 4 [1 Eye Mask £5.14, 3 Moss Balm £47.37] £52.51')
})

test('while the backend fails a change is rolled back and the cached cart is shown', async () => {
  guestWith('mask', 1)
  render(page())
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  shop.goDown()
  const error = await act(() => failure(cart.remove('line-1')))
  expect(cartFailure(error, cartMessages.removeFailed)).toEqual({
    title: 'Error',
    description: 'Failed to remove item from cart.',
  })
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
})

test.each(['guest', 'customer'])(
  'the cart of a %s that cannot be read has the status error and can be refetched',
  async (whose) => {
    if (whose === 'guest') guestWith('mask', 1)
    else {
      shop.put(shopperId, 'mask', 1)
      storeSession() // that cannot be checked either
    }
    shop.goDown()
    render(page())
    await shows('loading: 0 [] £0.00')
    await waitFor(() => {
      expect(cart.status).toBe('error')
    })
    shop.comeUp()
    await act(() => cart.refetch())
    await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  },
)
