import { AuthProvider } from '@shop/auth'
import { formatPence } from '@shop/pricing'
import { defaultSettings, SettingsProvider } from '@shop/settings'
import { DataProvider, type DataContextValue } from '@shop/supabase'
import { screen, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect } from 'vitest'
import { lineName } from './cart-line'
import { CartProvider, useCart, type Cart } from './cart-provider'

function CartText({ onCart }: { onCart: (cart: Cart) => void }) {
  const cart = useCart()
  useLayoutEffect(() => {
    onCart(cart)
  })
  const { lines, count, subtotalPence, status, busy } = cart
  const listed = lines
    .map((line) => `${line.quantity} ${lineName(line)} ${formatPence(line.linePence)}`)
    .join(', ')
  return (
    <output>{`${status}${busy ? ' busy' : ''}: ${count} [${listed}] ${formatPence(subtotalPence)}`}</output>
  )
}

/** A page that shows its cart as one line of text. @param onCart called with the cart of every render */
export const cartPage = (
  data: DataContextValue,
  onCart: (cart: Cart) => void,
  settings = defaultSettings,
) => (
  <DataProvider data={data}>
    <SettingsProvider value={settings}>
      <AuthProvider>
        <CartProvider>
          <CartText onCart={onCart} />
        </CartProvider>
      </AuthProvider>
    </SettingsProvider>
  </DataProvider>
)

/** Waits until the page shows the cart like this. */
export const shows = (text: string) =>
  waitFor(() => {
    expect(screen.getByRole('status').textContent).toBe(text)
  })

/** The error a call rejects with; undefined when it succeeds. */
export const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )
