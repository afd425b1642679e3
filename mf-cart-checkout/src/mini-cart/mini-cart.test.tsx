// @vitest-environment happy-dom
import { AuthProvider } from '@shop/auth'
import { CartProvider, useCartActions } from '@shop/cart'
import { Link } from '@shop/router'
import { fakeSupabase, renderApp } from '@shop/testing'
import { Toaster, useToast } from '@shop/ui'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Component as MiniCart } from './mini-cart'

const line = {
  id: 'l1',
  product_id: 'p1',
  variant_id: null,
  session_id: 'g1',
  quantity: 2,
  created_at: '2026-11-01T10:00:00Z',
  product: {
    slug: 'moss-balm',
    name: 'Moss Balm',
    price: 10,
    images: [],
    inventory_quantity: 9,
    is_active: true,
    options: [],
    product_variants: [],
  },
}
const pouch = { id: 'p2', slug: 'pouch', name: 'Velvet Pouch', images: [], price: 20, highest_price: null }

function Page() {
  const cart = useCartActions()
  const toast = useToast()
  const add = async () => {
    await cart.add('p1', 2)
    toast({
      title: 'Added to cart',
      status: 'success',
      link: { label: 'View cart', to: '/cart' },
      panel: { name: 'cart', about: 'p1' },
    })
  }
  return (
    <>
      <button onClick={() => void add()}>Add to cart</button>
      <Link to="/other">Other page</Link>
    </>
  )
}

/** Opens a page of a shop. @param found what goes with what is added */
async function openShop(found: () => unknown, path = '/') {
  const db = fakeSupabase({ rpc: { cart_add: () => line, companions_of: found } })
  renderApp(
    ['/', '/other', '/cart', '/checkout'].map((path) => ({ path, Component: Page })),
    {
      data: db.connect(),
      providers: [AuthProvider, CartProvider],
      messages: <Toaster panels={{ cart: MiniCart }} />,
      path,
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add to cart' }))
  return db
}

/** A shop where a product was added, with the mini cart. @param found what goes with it */
async function addOne(found: () => unknown) {
  const db = await openShop(found)
  return {
    db,
    cart: within(await screen.findByRole('group', { name: 'Your cart' })),
  }
}

test('the toast grows into a mini cart: line, amount missing for free delivery, companions, links', async () => {
  const { db, cart } = await addOne(() => [pouch])
  expect(await cart.findByText('Moss Balm')).toBeVisible()
  expect(cart.getByText('2 in your cart')).toBeVisible()
  expect(cart.getByText('£15.80')).toBeVisible()
  expect(cart.getByText('£11.04')).toBeVisible()
  expect(cart.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart')
  expect(cart.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout')
  const companion = await cart.findByRole('link', { name: /Velvet Pouch/ })
  expect(companion).toHaveAttribute('href', '/products/pouch')
  expect(companion).toHaveTextContent('£18.96 incl. VAT')
  expect(JSON.parse(db.sent('POST /rest/v1/rpc/companions_of')[0]?.body ?? '')).toMatchObject({
    p_products: ['p1'],
  })
})

test.each([
  ['nothing goes with it', () => []],
  ['what goes with it cannot be read', () => new Response('{}', { status: 500 })],
])('%s: the section is left out', async (_, found) => {
  const { db, cart } = await addOne(found)
  expect(await cart.findByText('Moss Balm')).toBeVisible()
  await waitFor(() => {
    expect(db.sent('POST /rest/v1/rpc/companions_of').length).toBeGreaterThan(0)
  })
  expect(cart.queryByText('Goes well with it')).not.toBeInTheDocument()
})

test('on another page it is a toast again', async () => {
  await addOne(() => [])
  screen.getByRole('link', { name: 'Other page' }).click()
  await waitFor(() => {
    expect(screen.queryByRole('group', { name: 'Your cart' })).not.toBeInTheDocument()
  })
  expect(screen.getByText('Added to cart')).toBeVisible()
})

test.each(['/cart', '/checkout'])('on %s, which shows the cart itself, it stays a toast', async (path) => {
  await openShop(() => [], path)
  expect(await screen.findByText('Added to cart')).toBeVisible()
  await act(() => vi.dynamicImportSettled())
  expect(screen.queryByRole('group', { name: 'Your cart' })).not.toBeInTheDocument()
})

test('a press outside leaves the toast, Escape nothing', async () => {
  const { cart } = await addOne(() => [])
  await userEvent.click(await cart.findByText('Moss Balm'))
  expect(screen.getByRole('group', { name: 'Your cart' })).toBeVisible()
  await userEvent.click(document.body)
  expect(screen.queryByRole('group', { name: 'Your cart' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart')
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }))
  await screen.findByRole('group', { name: 'Your cart' })
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('Added to cart')).not.toBeInTheDocument()
})
