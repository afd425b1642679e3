// @vitest-environment happy-dom
import { AuthProvider } from '@shop/auth'
import { SettingsProvider } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import { DataProvider, type DataContextValue } from '@shop/supabase'
import { act, render, waitFor } from '@testing-library/react'
import { lazy, Suspense, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, vi } from 'vitest'
import { CartProvider, useCart } from './cart-provider'
import { prefetchCart } from './list-cart'
import { test } from './testing'

const Count = () => <output>{useCart().count} pieces</output>

const frame = (data: DataContextValue, page: ReactNode) => (
  <DataProvider data={data}>
    <SettingsProvider value={testSettings}>
      <AuthProvider>
        <CartProvider>
          <Suspense>{page}</Suspense>
        </CartProvider>
      </AuthProvider>
    </SettingsProvider>
  </DataProvider>
)

test('a page whose code comes late hydrates with the cart that the server rendered, though the guest is gone', async ({
  tab,
}) => {
  tab.guestWith('mask', 2)
  await prefetchCart(tab.data)
  const container = document.createElement('div')
  container.innerHTML = renderToString(frame(tab.data, <Count />))
  document.body.append(container)
  expect(container).toHaveTextContent('2 pieces')
  let arrive: (page: { default: typeof Count }) => void = () => undefined
  const Late = lazy(
    () =>
      new Promise<{ default: typeof Count }>((resolve) => {
        arrive = resolve
      }),
  )
  const failed = vi.fn()
  render(frame(tab.data, <Late />), { container, hydrate: true, onRecoverableError: failed })
  act(() => {
    tab.data.backend.guest.clear()
  })
  expect(container).toHaveTextContent('2 pieces')
  await act(async () => {
    arrive({ default: Count })
    await Promise.resolve()
  })
  await waitFor(() => {
    expect(container).toHaveTextContent('0 pieces')
  })
  expect(failed).not.toHaveBeenCalled()
})

test('a cart that changed after the server read it is read again', async ({ tab }) => {
  tab.guestWith('mask', 2)
  await prefetchCart(tab.data)
  const container = document.createElement('div')
  container.innerHTML = renderToString(frame(tab.data, <Count />))
  document.body.append(container)
  tab.guestWith('balm', 1)
  render(frame(tab.data, <Count />), { container, hydrate: true })
  await waitFor(() => {
    expect(container).toHaveTextContent('3 pieces')
  })
})
