// @vitest-environment happy-dom
import { AuthProvider } from '@shop/auth'
import { formatPence } from '@shop/pricing'
import { defaultSettings, SettingsProvider } from '@shop/settings'
import { DataProvider, type DataContextValue } from '@shop/supabase'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CartProvider, useCart, type Cart } from './cart-provider'
import { fakeShop, products } from './testing'

let shop: ReturnType<typeof fakeShop>
let data: DataContextValue
let cart: Cart

function Shown() {
  const now = useCart()
  useLayoutEffect(() => {
    cart = now
  })
  const listed = now.lines
    .map(({ quantity, name, linePence }) => `${quantity} ${name} ${formatPence(linePence)}`)
    .join(', ')
  return (
    <output>{`${now.status}${now.busy ? ' busy' : ''}: ${now.count} [${listed}] ${formatPence(now.subtotalPence)}`}</output>
  )
}
const tab = (of: DataContextValue) => (
  <DataProvider data={of}>
    <AuthProvider>
      <SettingsProvider value={defaultSettings}>
        <CartProvider>
          <Shown />
        </CartProvider>
      </SettingsProvider>
    </AuthProvider>
  </DataProvider>
)
const shows = (words: string) =>
  waitFor(() => {
    expect(screen.getByRole('status').textContent).toBe(words)
  })
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )
const guestWith = (product: string, quantity: number) => {
  shop.put(data.backend.guest.ensure(), product, quantity)
}
const eyeMask = (inventory_quantity: number) => {
  products.mask = { name: 'Eye Mask', price: 6.5, inventory_quantity, is_active: true }
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the auth client counts its instances
  shop = fakeShop()
  data = shop.connect()
})
afterEach(() => {
  cleanup()
  eyeMask(5)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a removed line that is put back shows at once, and can be removed again before the database has answered', async () => {
  guestWith('mask', 2)
  render(tab(data))
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
  const [line] = cart.lines
  if (!line) throw new Error('no line')
  await act(() => cart.remove(line.id))
  await shows('ready: 0 [] £0.00')
  const letGo = shop.hold()
  let restored: Promise<number> | undefined
  act(() => {
    restored = cart.restore(line)
  })
  await shows('ready busy: 2 [2 Eye Mask £10.28] £10.28')
  let removed: Promise<void> | undefined
  act(() => {
    removed = cart.remove(cart.lines[0]?.id ?? '')
  })
  await shows('ready busy: 0 [] £0.00')
  letGo()
  await act(() => removed)
  expect(await restored).toBe(2)
  await shows('ready: 0 [] £0.00')
  expect(shop.stored()).toEqual([])
})

test('of a line that is put back only as many return as there still are', async () => {
  guestWith('mask', 4)
  render(tab(data))
  await shows('ready: 4 [4 Eye Mask £20.56] £20.56')
  const [line] = cart.lines
  if (!line) throw new Error('no line')
  await act(() => cart.remove(line.id))
  eyeMask(3)
  let restored = 0
  await act(async () => {
    restored = await cart.restore(line)
  })
  expect(restored).toBe(3)
  await shows('ready: 3 [3 Eye Mask £15.42] £15.42')
  eyeMask(0)
  await act(() => cart.remove(cart.lines[0]?.id ?? ''))
  expect(await failure(cart.restore(line))).toMatchObject({ hint: 'insufficient_stock' })
})

test('a line that is put back stands where it stood, at once and after the database has answered', async () => {
  guestWith('mask', 1)
  guestWith('balm', 1)
  render(tab(data))
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  const [mask] = cart.lines
  if (!mask) throw new Error('no line')
  await act(() => cart.remove(mask.id))
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  const letGo = shop.hold()
  let restored: Promise<number> | undefined
  act(() => {
    restored = cart.restore(mask)
  })
  await shows('ready busy: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  letGo()
  await act(() => restored)
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
})
