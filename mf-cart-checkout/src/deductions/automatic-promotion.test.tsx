// @vitest-environment happy-dom
import type { FakeSupabase } from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartRow, fakeShop, fillDraft, open, pendingSession } from '../testing'

let shop: FakeSupabase
const offer = {
  code: 'Three for two',
  kind: 'buy_get',
  percent: 100,
  amount_pence: null,
  buy_quantity: 2,
  get_quantity: 1,
  minimum_pence: 0,
  applies_to: 'categories',
  product_ids: [],
  category_ids: ['candles'],
}
const lineOf = (quantity: number, category: string) => {
  const line = cartRow(19.99, quantity)
  return { ...line, product: { ...line.product, category_id: category } }
}
const cart = (quantity: number, category = 'candles') => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([lineOf(quantity, category)])
}

beforeEach(() => {
  shop = fakeShop()
  fillDraft()
  shop.rpc.automatic_promotions = () => [offer]
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

test('the cart has the promotion of its products in the total, without a code', async () => {
  cart(3)
  open('/cart')
  await screen.findByText('Discount (Three for two)')
  screen.getByText('−£15.79')
  // £31.58, VAT £6.32 and the delivery of a first visit.
  screen.getByText('£6.32')
})

test('one piece short, the cart says what one more gives', async () => {
  cart(2)
  open('/cart')
  await screen.findByText('Add 1 more for “Three for two”.')
  expect(screen.queryByText('Discount (Three for two)')).not.toBeInTheDocument()
})

test('products that it is not for cost their price', async () => {
  cart(3, 'robes')
  open('/cart')
  await screen.findByText('£9.47')
  expect(screen.queryByText(/Three for two/)).not.toBeInTheDocument()
})

test('the checkout expects the total with it, so that no code is sent', async () => {
  cart(3)
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([pendingSession])
  shop.responses['POST /rest/v1/rpc/start_checkout'] = () => Response.json(pendingSession)
  open('/checkout')
  await screen.findByText('Discount (Three for two)')
  screen.getByRole('button', { name: 'Continue to Payment' }).click()
  await waitFor(() => {
    expect(shop.sent('POST /rest/v1/rpc/start_checkout')).toHaveLength(1)
  })
  // 47.37 − 15.79 + VAT 6.32 + Express 4.99
  expect(JSON.parse(shop.sent('POST /rest/v1/rpc/start_checkout')[0]?.body ?? '{}').p_details).toMatchObject({
    expected_total: 42.89,
  })
  expect(shop.sent('POST /rest/v1/rpc/apply_promotion')).toEqual([])
})

test('a code that saves no more is not used, and the reason stands beside it', async () => {
  cart(3)
  sessionStorage.setItem(
    'aurelle_promotion',
    JSON.stringify({ code: 'MOSS10', minimumPence: 0, promotion: { kind: 'percent', percent: 10 } }),
  )
  open('/checkout')
  await screen.findByText('“Three for two” saves as much without a code.')
  screen.getByText('Discount (Three for two)')
})
