// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import { act, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, vi } from 'vitest'
import { prefetchCart } from './list-cart'
import { shows, test } from './testing'

test('a visitor who never added anything has an empty cart, no guest id, and sends no request', async ({
  tab,
}) => {
  render(tab.page())
  await shows('ready: 0 [] £0.00')
  expect(tab.data.backend.guest.id()).toBeNull()
  expect(tab.shop.requests).toEqual([])
})

test('the first add creates the guest id, counts at once and shows the line at cart prices', async ({
  tab,
}) => {
  const release = tab.shop.hold()
  render(tab.page())
  let added: Promise<void> | undefined
  act(() => {
    added = tab.cart.add('mask', 2)
  })
  await shows('ready busy: 2 [] £0.00')
  release()
  await act(() => added)
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
  expect(tab.data.backend.guest.id()).toMatch(/^session_/)
  expect(tab.shop.requests.map(({ call }) => call)).toEqual(['POST /rest/v1/rpc/cart_add'])
})

test('an add during hydration, before the session is read, creates the guest id', async ({ tab }) => {
  let added: Promise<void> | undefined
  const hydrated = tab.page(undefined, (cart) => {
    added ??= cart.add('mask')
  })
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(hydrated)
  render(hydrated, { container, hydrate: true })
  await act(() => added)
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
})

test('prices use the factor of the settings', async ({ tab }) => {
  tab.guestWith('mask', 1)
  render(tab.page({ ...testSettings, pricing: { ...testSettings.pricing, factor: 1 } }))
  await shows('ready: 1 [1 Eye Mask £6.50] £6.50')
})

test('another add of the same product goes to its line', async ({ tab }) => {
  tab.guestWith('mask', 1)
  render(tab.page())
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  await act(() => tab.cart.add('mask'))
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
  expect(tab.shop.stored()).toEqual(['2 mask'])
})

test.for([0, -1])('a quantity of %i removes the line', async (quantity, { tab }) => {
  tab.guestWith('mask', 1)
  tab.guestWith('balm', 1)
  render(tab.page())
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  await act(() => tab.cart.setQuantity('line-1', quantity))
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  expect(tab.shop.stored()).toEqual(['1 balm'])
})

test('a withdrawn product leaves a line that costs nothing and can be removed', async ({ tab }) => {
  tab.guestWith('old', 2)
  render(tab.page())
  await shows('ready: 2 [2 No longer available £0.00] £0.00')
  expect(tab.cart.lines[0]).toMatchObject({ available: false, stock: 0, image: null })
  await act(() => tab.cart.remove('line-1'))
  await shows('ready: 0 [] £0.00')
})

test('a server renders the cart that it has read for the guest, and the page hydrates with it', async ({
  tab,
}) => {
  tab.guestWith('mask', 2)
  expect(renderToString(tab.page())).toContain('loading: 0')
  await prefetchCart(tab.data)
  const markup = renderToString(tab.page())
  expect(markup).toContain('ready: 2 [2 Eye Mask £10.28]')
  const container = document.createElement('div')
  container.innerHTML = markup
  document.body.append(container)
  const failed = vi.fn()
  render(tab.page(), { container, hydrate: true, onRecoverableError: failed })
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
  expect(failed).not.toHaveBeenCalled()
})
