// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { RouterProvider } from '@shop/router'
import { createMemoryRouter } from '@shop/router/testing'
import { defaultSettings, SettingsProvider } from '@shop/settings'
import { createBackend, createQueryClient, DataProvider } from '@shop/supabase'
import { UiProvider } from '@shop/ui'
import { expect, test } from 'vitest'
import { NoScriptCart } from './no-script-cart'

function openAfter(search: string) {
  const data = {
    backend: createBackend({ url: 'http://backend.test', key: 'publishable' }),
    queryClient: createQueryClient(),
  }
  const router = createMemoryRouter([{ path: '/cart', element: <NoScriptCart /> }], {
    initialEntries: [`/cart${search}`],
  })
  render(
    <UiProvider>
      <SettingsProvider value={{ ...defaultSettings, cart: { maxQuantity: 12 } }}>
        <DataProvider data={data}>
          <RouterProvider router={router} />
        </DataProvider>
      </SettingsProvider>
    </UiProvider>,
  )
}

test.each([
  ['3', 'Only 3 items available.'],
  ['limit', 'You can order at most 12 of one product.'],
  ['full', 'A cart holds 100 different products at most.'],
  ['wait', 'Too many attempts. Please wait a moment and try again.'],
  ['choose', 'Please choose an option, such as a size, first.'],
  ['gone', 'This choice is no longer available.'],
  ['removed', 'This item is no longer in your cart.'],
  ['error', 'Failed to add item to cart.'],
  ['constructor', 'Failed to add item to cart.'],
])('a form refused for "%s" shows a message', async (refused, text) => {
  openAfter(`?refused=${refused}`)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

test('without a refusal no message is shown', async () => {
  openAfter('')
  expect(await screen.findByText('Your cart is empty')).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
