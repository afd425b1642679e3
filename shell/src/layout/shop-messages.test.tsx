// @vitest-environment happy-dom
import { CartProvider, useCartActions } from '@shop/cart'
import { AuthProvider } from '@shop/auth'
import { FragmentContext } from '@shop/router'
import { fakeSupabase, renderApp } from '@shop/testing'
import { useToast } from '@shop/ui'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fragmentHost } from '../fragments/fragment-host'
import { ShopMessages } from './shop-messages'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function Page() {
  const cart = useCartActions()
  const toast = useToast()
  const add = async () => {
    await cart.add('p1', 1).catch(() => undefined)
    toast({
      title: 'Added to cart',
      link: { label: 'View cart', to: '/cart' },
      panel: { name: 'cart', about: 'p1' },
    })
  }
  return <button onClick={() => void add()}>Add to cart</button>
}

/** Adds a product in a shop whose mini cart loads so. @param answer to the product */
async function addOne(load: () => Promise<unknown>, answer = () => Promise.resolve()) {
  const fragments = vi.fn(async () => ({ 'mini-cart': { lazy: async () => ({ Component: await load() }) } }))
  const host = fragmentHost({
    at: (path) => (path === '/cart' ? 'mf-cart-checkout' : null),
    fragments,
  })
  const db = fakeSupabase({
    rpc: { cart_add: () => answer().then(() => new Response('{}', { status: 400 })) },
  })
  renderApp([{ path: '/', Component: Page }], {
    data: db.connect(),
    providers: [AuthProvider, CartProvider],
    messages: (
      <FragmentContext value={host}>
        <ShopMessages />
      </FragmentContext>
    ),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add to cart' }))
  return fragments
}

test('the toast grows into the mini cart of the remote that serves the cart', async () => {
  const fragments = await addOne(() =>
    Promise.resolve(({ about }: { about: string }) => <p>Cart of {about}</p>),
  )
  expect(await screen.findByText('Cart of p1')).toBeVisible()
  expect(fragments).toHaveBeenCalledExactlyOnceWith('mf-cart-checkout')
})

const Broken = () => {
  throw new Error('Broken')
}

test.each<[string, () => Promise<unknown>]>([
  ['cannot be had', () => Promise.reject(new Error('Lost'))],
  ['throws', () => Promise.resolve(Broken)],
])('where it %s the toast keeps its link and the failure is logged', async (_, load) => {
  await addOne(load)
  expect(await screen.findByText('Added to cart')).toBeVisible()
  await waitFor(() => {
    expect(console.error).toHaveBeenCalled()
  })
  expect(await screen.findByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart')
})

test('where it threw the toast of the next product grows into it', async () => {
  let isBroken = true
  const MiniCart = () => {
    if (isBroken) throw new Error('Broken')
    return <p>The cart</p>
  }
  await addOne(() => Promise.resolve(MiniCart))
  expect(await screen.findByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }))
  expect(await screen.findByText('The cart')).toBeVisible()
})

test('where it always throws it is asked for once with each product', async () => {
  const answers = [Promise.resolve(), new Promise<void>(() => undefined)]
  const fragments = await addOne(
    () => Promise.resolve(Broken),
    () => answers.shift() ?? Promise.resolve(),
  )
  await screen.findByRole('link', { name: 'View cart' })
  const before = vi.mocked(console.error).mock.calls.length
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }))
  await waitFor(() => {
    expect(vi.mocked(console.error).mock.calls.length).toBeGreaterThan(before)
  })
  await screen.findByRole('link', { name: 'View cart' })
  expect(fragments).toHaveBeenCalledTimes(2)
})
