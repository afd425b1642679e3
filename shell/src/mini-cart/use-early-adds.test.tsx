// @vitest-environment happy-dom
import { AuthProvider } from '@shop/auth'
import { CartProvider } from '@shop/cart'
import { fakeSupabase, renderApp } from '@shop/testing'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ShopMessages } from './shop-messages'

const page = document.documentElement
const open = () =>
  renderApp([{ path: '/', element: <h1>Moss Balm</h1> }], {
    data: fakeSupabase({ rpc: { companions_of: () => [] } }).connect(),
    providers: [AuthProvider, CartProvider],
    messages: <ShopMessages />,
  })

test('what the page’s first script has added is shown as any other addition, and not said twice', async () => {
  page.dataset.about = 'p1'
  open()
  const words = await screen.findByText('Item has been added to your cart.')
  expect(words.closest('[role=status]')).toBeNull()
  expect(await screen.findByRole('group', { name: 'Your cart' })).toBeVisible()
  expect(page.dataset.about).toBeUndefined()
})

test('so is what it adds later', async () => {
  open()
  await screen.findByRole('heading')
  expect(screen.queryByText('Item has been added to your cart.')).not.toBeInTheDocument()
  act(() => {
    page.dataset.about = 'p1'
  })
  expect(await screen.findByText('Item has been added to your cart.')).toBeVisible()
  expect(page.dataset.about).toBeUndefined()
})
