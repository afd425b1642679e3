// @vitest-environment happy-dom
import { shopper, storeSession } from '@shop/testing'
import { act, render, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { cartFailure, cartMessages } from './cart-messages'
import { failure, shows, test } from './testing'

test('between the optimistic update and the answer no piece is counted twice or lost', async ({ tab }) => {
  tab.guestWith('balm', 1)
  const counts: number[] = []
  render(
    tab.page(undefined, ({ count }) => {
      counts.push(count)
    }),
  )
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  await act(() => Promise.all([tab.cart.add('mask', 2), tab.cart.add('balm')]))
  await shows('ready: 4 [2 Moss Balm £31.58, 2 Eye Mask £10.28] £41.86')
  expect(counts).toEqual([...counts].sort())
  expect(new Set(counts)).toEqual(new Set([0, 1, 4]))
})

test('adding over stock is rejected with the available quantity, and rolled back', async ({ tab }) => {
  tab.guestWith('mask', 4)
  render(tab.page())
  await shows('ready: 4 [4 Eye Mask £20.56] £20.56')
  const error = await act(() => failure(tab.cart.add('mask', 2)))
  expect(cartFailure(error, cartMessages.addFailed)).toEqual({
    title: 'Insufficient Stock',
    description: 'Only 5 items available.',
  })
  await shows('ready: 4 [4 Eye Mask £20.56] £20.56')
})

test('quick clicks are sent one after another and settle at the last', async ({ tab }) => {
  tab.guestWith('balm', 1)
  render(tab.page())
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  const release = tab.shop.hold()
  let all: Promise<unknown> | undefined
  act(() => {
    all = Promise.all([2, 3, 4, 5].map((n) => tab.cart.setQuantity('line-1', n)))
  })
  await shows('ready busy: 5 [5 Moss Balm £78.95] £78.95')
  await waitFor(() => {
    expect(tab.shop.sent('PATCH')).toHaveLength(1)
  })
  release()
  await act(() => all)
  await shows('ready: 5 [5 Moss Balm £78.95] £78.95')
  expect(tab.shop.stored()).toEqual(['5 balm'])
  expect(tab.shop.sent('GET')).toHaveLength(1)
})

test('a change during a refetch is not overwritten by the stale response', async ({ tab }) => {
  tab.guestWith('balm', 1)
  render(tab.page())
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  await act(async () => {
    await tab.cart.setQuantity('line-1', 2)
    await tab.cart.setQuantity('line-1', 3)
  })
  await shows('ready: 3 [3 Moss Balm £47.37] £47.37')
})

test('a rejected change is rolled back without affecting the others', async ({ tab }) => {
  tab.guestWith('mask', 1)
  tab.guestWith('balm', 1)
  render(tab.page())
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  const errors = await act(() =>
    Promise.all([
      failure(tab.cart.setQuantity('line-1', 9)),
      failure(tab.cart.setQuantity('line-2', 3)),
      failure(tab.cart.setQuantity('line-gone', 3)),
    ]),
  )
  expect(errors.map((error) => error instanceof Error && error.message)).toEqual([
    'Only 5 items available.',
    false,
    'Failed to update quantity.',
  ])
  await shows('ready: 4 [1 Eye Mask £5.14, 3 Moss Balm £47.37] £52.51')
})

test('while the backend fails a change is rolled back and the cached cart is shown', async ({ tab }) => {
  tab.guestWith('mask', 1)
  render(tab.page())
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  tab.shop.fail()
  const error = await act(() => failure(tab.cart.remove('line-1')))
  expect(cartFailure(error, cartMessages.removeFailed)).toEqual({
    title: 'Error',
    description: 'Failed to remove item from cart.',
  })
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
})

test.for(['guest', 'customer'])(
  'the cart of a %s that cannot be read has the status error and can be refetched',
  async (whose, { tab }) => {
    if (whose === 'guest') tab.guestWith('mask', 1)
    else {
      tab.shop.put(shopper.id, 'mask', 1)
      storeSession() // that cannot be checked either
    }
    tab.shop.fail()
    render(tab.page())
    await shows('loading: 0 [] £0.00')
    await waitFor(() => {
      expect(tab.cart.status).toBe('error')
    })
    tab.shop.recover()
    await act(() => tab.cart.refetch())
    await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  },
)

test('what is added again after no answer came has the key of the first request, and no other', async ({
  tab,
}) => {
  tab.guestWith('mask', 1)
  render(tab.page())
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  tab.shop.fail()
  await act(() => failure(tab.cart.add('balm')))
  tab.shop.recover()
  await act(() => tab.cart.add('mask'))
  await act(() => tab.cart.add('balm'))
  await act(() => tab.cart.add('balm'))
  const keys = tab.shop
    .sent('POST /rest/v1/rpc/cart_add')
    .map(({ body }): unknown => Object(JSON.parse(body ?? '')).p_idempotency_key)
  const [lost, mask, again, more] = keys
  expect(again).toBe(lost)
  expect(new Set([lost, mask, more]).size).toBe(3)
})
