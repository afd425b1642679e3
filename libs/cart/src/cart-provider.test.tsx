// @vitest-environment happy-dom
import { AuthProvider } from '@shop/auth'
import { formatPence } from '@shop/pricing'
import { defaultSettings, SettingsProvider } from '@shop/settings'
import { DataProvider, type DataContextValue } from '@shop/supabase'
import { shopper, storeSession } from '@shop/testing'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CartProvider, useCart, type Cart } from './cart-provider'
import { cartFailure, cartMessages } from './cart-messages'
import { fakeShop, products } from './testing'

let shop: ReturnType<typeof fakeShop>
let data: DataContextValue
let cart: Cart

function Shown({
  onCart = (now: Cart) => {
    cart = now
  },
}) {
  const now = useCart()
  useLayoutEffect(() => {
    onCart(now)
  })
  const { lines, count, subtotalPence, status, busy } = now
  const listed = lines
    .map(({ quantity, name, linePence }) => `${quantity} ${name} ${formatPence(linePence)}`)
    .join(', ')
  return (
    <output>{`${status}${busy ? ' busy' : ''}: ${count} [${listed}] ${formatPence(subtotalPence)}`}</output>
  )
}

const tab = (of: DataContextValue, onCart?: (now: Cart) => void, settings = defaultSettings) => (
  <DataProvider data={of}>
    <SettingsProvider value={settings}>
      <AuthProvider>
        <CartProvider>
          <Shown onCart={onCart} />
        </CartProvider>
      </AuthProvider>
    </SettingsProvider>
  </DataProvider>
)
const shows = (words: string) =>
  waitFor(() => {
    expect(screen.getByRole('status').textContent).toBe(words)
  })
const failure = (call: Promise<void>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )
const guestWith = (product: string, quantity: number) => {
  shop.put(data.backend.guest.ensure(), product, quantity)
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the auth client counts its instances
  shop = fakeShop()
  data = shop.connect()
})
afterEach(() => {
  cleanup()
  products.mask = { name: 'Eye Mask', price: 6.5, inventory_quantity: 5, is_active: true }
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a visitor who never added anything has an empty cart, no identity, and asks for nothing', async () => {
  render(tab(data))
  await shows('ready: 0 [] £0.00')
  expect(data.backend.guest.id()).toBeNull()
  expect(shop.requests).toEqual([])
})

test('the first add gives the guest an id, counts at once and shows the line at cart prices', async () => {
  const letGo = shop.hold()
  render(tab(data))
  let added: Promise<void> | undefined
  act(() => {
    added = cart.add('mask', 2)
  })
  await shows('ready busy: 2 [] £0.00')
  letGo()
  await act(() => added)
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
  expect(data.backend.guest.id()).toMatch(/^session_/)
  expect(shop.requests.map(({ call }) => call)).toEqual(['POST /rest/v1/rpc/cart_add'])
})

test('between the optimistic update and the answer no piece is counted twice or lost', async () => {
  guestWith('balm', 1)
  const counts: number[] = []
  render(
    tab(data, (now) => {
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

test('an add on a page that the server drew, before the tab knows who visits, makes the guest it needs', async () => {
  let added: Promise<void> | undefined
  const page = tab(data, (now) => {
    cart = now
    added ??= now.add('mask')
  })
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  render(page, { container, hydrate: true })
  await act(() => added)
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
})

test('the factor of the settings makes the prices', async () => {
  guestWith('mask', 1)
  render(tab(data, undefined, { ...defaultSettings, pricing: { ...defaultSettings.pricing, factor: 1 } }))
  await shows('ready: 1 [1 Eye Mask £6.50] £6.50')
})

test('another add of the same product goes to its line', async () => {
  guestWith('mask', 1)
  render(tab(data))
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  await act(() => cart.add('mask'))
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
  expect(shop.stored()).toEqual(['2 mask'])
})

test('adding over stock is refused with the number that is left, and taken back', async () => {
  guestWith('mask', 4)
  render(tab(data))
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
  render(tab(data))
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  const letGo = shop.hold()
  let all: Promise<unknown> | undefined
  act(() => {
    all = Promise.all([2, 3, 4, 5].map((n) => cart.setQuantity('line-1', n)))
  })
  await shows('ready busy: 5 [5 Moss Balm £78.95] £78.95')
  await waitFor(() => {
    expect(shop.sent('PATCH')).toHaveLength(1)
  })
  letGo()
  await act(() => all)
  await shows('ready: 5 [5 Moss Balm £78.95] £78.95')
  expect(shop.stored()).toEqual(['5 balm'])
  expect(shop.sent('GET')).toHaveLength(1)
})

test('a click while the cart is being read again is not undone by the older answer', async () => {
  guestWith('balm', 1)
  render(tab(data))
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  await act(async () => {
    await cart.setQuantity('line-1', 2)
    await cart.setQuantity('line-1', 3)
  })
  await shows('ready: 3 [3 Moss Balm £47.37] £47.37')
})

test('a refused change is taken back while those around it stay', async () => {
  guestWith('mask', 1)
  guestWith('balm', 1)
  render(tab(data))
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

test.each([0, -1])('a quantity of %i removes the line', async (quantity) => {
  guestWith('mask', 1)
  guestWith('balm', 1)
  render(tab(data))
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  await act(() => cart.setQuantity('line-1', quantity))
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  expect(shop.stored()).toEqual(['1 balm'])
})

test('while the backend fails a change is taken back and the cart stays as it was known', async () => {
  guestWith('mask', 1)
  render(tab(data))
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  shop.fail()
  const error = await act(() => failure(cart.remove('line-1')))
  expect(cartFailure(error, cartMessages.removeFailed)).toEqual({
    title: 'Error',
    description: 'Failed to remove item from cart.',
  })
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
})

test.each(['guest', 'customer'])(
  'the cart of a %s that cannot be read says so and can be asked for again',
  async (whose) => {
    if (whose === 'guest') guestWith('mask', 1)
    else {
      shop.put(shopper.id, 'mask', 1)
      storeSession() // that cannot be checked either
    }
    shop.fail()
    render(tab(data))
    await shows('loading: 0 [] £0.00')
    await waitFor(() => {
      expect(cart.status).toBe('error')
    })
    shop.recover()
    await act(() => cart.refetch())
    await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  },
)

test('a withdrawn product leaves a line that costs nothing and can be removed', async () => {
  guestWith('old', 2)
  render(tab(data))
  await shows('ready: 2 [2 No longer available £0.00] £0.00')
  expect(cart.lines[0]).toMatchObject({ available: false, stock: 0, image: null })
  await act(() => cart.remove('line-1'))
  await shows('ready: 0 [] £0.00')
})

test('a shopper who signs in takes the guest cart along', async () => {
  guestWith('mask', 1)
  shop.put(shopper.id, 'balm', 1)
  storeSession()
  render(tab(data))
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  expect(data.backend.guest.id()).toBeNull()
})

test('a second tab sees what the first one adds', async () => {
  let second: Cart | undefined
  data.backend.guest.ensure()
  render(tab(data))
  const other = render(
    tab(shop.connect(), (now) => {
      second = now
    }),
  )
  await waitFor(() => {
    expect(second?.status).toBe('ready')
  })
  await act(() => cart.add('balm', 3))
  await waitFor(() => {
    within(other.container).getByText('ready: 3 [3 Moss Balm £47.37] £47.37')
  })
})

test('a second tab sees that an order has emptied the cart', async () => {
  let second: Cart | undefined
  guestWith('mask', 1)
  render(tab(data))
  const other = render(
    tab(shop.connect(), (now) => {
      second = now
    }),
  )
  await waitFor(() => {
    expect(second?.count).toBe(1)
  })
  shop.tables.cart_items = []
  await act(() => cart.refetch())
  await waitFor(() => {
    within(other.container).getByText('ready: 0 [] £0.00')
  })
})

test('coming back to the tab after a while reads the cart again', async () => {
  guestWith('mask', 1)
  render(tab(data))
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  products.mask = { name: 'Silk Mask', price: 6.5, inventory_quantity: 5, is_active: true }
  const later = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('visibilitychange'))
  })
  await shows('ready: 1 [1 Silk Mask £5.14] £5.14')
})
