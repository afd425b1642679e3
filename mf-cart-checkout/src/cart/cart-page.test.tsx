// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import type { FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartRow, fakeShop, open } from '../testing'

let shop: FakeSupabase

beforeEach(() => {
  shop = fakeShop()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

const figure = async (label: string) => {
  const row = (await screen.findByText(label)).parentElement
  return row ? within(row).getByRole('definition').textContent : null
}

test.each([
  [19.99, 2, '£31.58', '£6.32', 'Free', '£37.90'],
  [24.99, 1, '£19.74', '£3.95', '£4.99', '£28.68'],
])('%s × %s comes to %s + %s + %s = %s', async (price, quantity, subtotal, vat, shipping, total) => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(price, quantity)])
  open('/cart')
  expect(await figure('Subtotal')).toBe(subtotal)
  expect(await figure('VAT (20%)')).toBe(vat)
  expect(await figure('Shipping (estimate)')).toBe(shipping)
  expect(await figure('Total')).toBe(total)
})

test('an empty cart says so and links to the products', async () => {
  open('/cart')
  expect(await screen.findByText('Your cart is empty')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Shop All' })).toHaveAttribute('href', '/products')
})

test.each([
  ['', /postcode/i],
  ['123', /postcode/i],
  ['JE2 3AB', /Jersey/],
])('the estimate for "%s" is explained', async (postcode, text) => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(24.99, 1)])
  open('/cart')
  const input = await screen.findByLabelText('Postcode')
  if (postcode) await userEvent.type(input, postcode)
  await userEvent.click(screen.getByRole('button', { name: 'Estimate' }))
  const field = input.parentElement?.parentElement
  expect(field).toHaveTextContent(text)
  expect(screen.queryByText(/Express,/)).not.toBeInTheDocument()
})

test('the estimate names each method and its price', async () => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(24.99, 1)])
  open('/cart')
  await userEvent.type(await screen.findByLabelText('Postcode'), 'sw1a1aa')
  await userEvent.click(screen.getByRole('button', { name: 'Estimate' }))
  expect((await screen.findByText('Standard, 5-7 business days')).parentElement).toHaveTextContent('£3.99')
  expect(screen.getByText('Express, 2-3 business days').parentElement).toHaveTextContent('£4.99')
})

test.each([
  [{ shipping: { ...testSettings.shipping, fallback: 3.5 } }, '£3.50'],
  [{ freeDeliveryFrom: 15 }, 'Free'],
  [{}, '£4.99'],
])('with %j the cart estimates %s', async (changes, estimate) => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(24.99, 1)])
  open('/cart', { ...testSettings, ...changes })
  expect(await figure('Shipping (estimate)')).toBe(estimate)
})

test.each([
  [{ unmatchedZone: 'first' }, /at our prices for Mainland/],
  [{ unmatchedZone: 'reject' }, /We do not deliver to ZE1 0AA/],
] as const)('a postcode in no zone with %j', async (reading, words) => {
  shop.tables.shipping_zones = shop.tables.shipping_zones?.slice(0, 1) ?? []
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(24.99, 1)])
  open('/cart', { ...testSettings, shipping: { ...testSettings.shipping, ...reading } })
  await userEvent.type(await screen.findByLabelText('Postcode'), 'ZE1 0AA')
  await userEvent.click(screen.getByRole('button', { name: 'Estimate' }))
  expect(await screen.findByText(words)).toBeVisible()
})

test('a line that could not be removed reappears with an error message', async () => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(24.99, 1)])
  shop.responses['DELETE /rest/v1/cart_items'] = () =>
    Response.json({ code: 'XX000', message: 'broken' }, { status: 500 })
  open('/cart')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Stone' }))
  expect(await screen.findByText('Failed to remove item from cart.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove Stone' })).toBeVisible()
})

test('a quantity of 0 removes the line, one over stock shows a message, and more than one shows the unit price', async () => {
  let row = cartRow(24.99, 1)
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([row])
  shop.responses['PATCH /rest/v1/cart_items'] = () => {
    row = cartRow(24.99, 10)
    return Response.json([row])
  }
  open('/cart')
  const quantity = await screen.findByRole('spinbutton', { name: 'Quantity of Stone' })
  expect(document.body).not.toHaveTextContent('each')
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '99{Enter}')
  expect(await screen.findByText('Insufficient Stock')).toBeVisible()
  expect(screen.getByText('Only 10 items available.')).toBeVisible()
  expect((await screen.findByText('£236.88', { selector: 'li *' })).closest('p')?.textContent).toBe(
    '£236.88 incl. VAT£197.40 excl. VAT (£19.74 each)',
  )
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '0{Enter}')
  expect(await screen.findByText('Removed from cart')).toBeVisible()
  expect(shop.sent('DELETE /rest/v1/cart_items')).toHaveLength(1)
})

test('a quantity over the limit shows a message, even with enough stock', async () => {
  const plenty = (quantity: number) => {
    const row = cartRow(24.99, quantity)
    return { ...row, product: { ...row.product, inventory_quantity: 500 } }
  }
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([plenty(25)])
  shop.responses['PATCH /rest/v1/cart_items'] = () => Response.json([{ id: 'line-1' }])
  open('/cart')
  const quantity = await screen.findByRole('spinbutton', { name: 'Quantity of Stone' })
  expect(screen.getByText('You can order at most 20 of one product.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Checkout' })).not.toBeInTheDocument()
  expect(quantity).toHaveAttribute('aria-valuemax', '20')
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '30{Enter}')
  expect(await screen.findByText('Quantity limit')).toBeVisible()
  expect(shop.sent('PATCH /rest/v1/cart_items').map(({ body }) => JSON.parse(body))).toEqual([
    { quantity: 20 },
  ])
})

test('a removed line can be restored, and the focus follows', async () => {
  let rows = [
    cartRow(24.99, 2),
    {
      ...cartRow(10, 1),
      id: 'line-2',
      product_id: 'p2',
      product: { ...cartRow(10, 1).product, slug: 'glass', name: 'Glass' },
    },
  ]
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json(rows)
  shop.responses['DELETE /rest/v1/cart_items'] = () => {
    rows = rows.slice(1)
    return new Response(null, { status: 204 })
  }
  shop.responses['POST /rest/v1/rpc/cart_add'] = () => {
    const restored = { ...cartRow(24.99, 2), id: 'line-3' }
    rows = [...rows, restored]
    return Response.json(restored)
  }
  open('/cart')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Stone' }))
  expect(screen.getByRole('button', { name: 'Remove Glass' })).toHaveFocus()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Remove Stone' })).toHaveFocus()
  await waitFor(() => {
    expect(shop.sent('POST /rest/v1/rpc/cart_add').map(({ body }) => JSON.parse(body))).toMatchObject([
      { p_product_id: 'p1', p_quantity: 2 },
    ])
  })
  await userEvent.click(screen.getByRole('button', { name: 'Remove Glass' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove Stone' }))
  expect(screen.getByRole('heading', { name: 'Your cart' })).toHaveFocus()
})

test('a restored quantity that is smaller shows a message', async () => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(24.99, 3)])
  shop.responses['POST /rest/v1/rpc/cart_add'] = () =>
    shop.sent('POST /rest/v1/rpc/cart_add').length === 1
      ? Response.json(
          { code: 'PT409', message: 'Only 2 items available.', hint: 'insufficient_stock', details: '2' },
          { status: 409 },
        )
      : Response.json({ ...cartRow(24.99, 2), id: 'line-3' })
  shop.responses['DELETE /rest/v1/cart_items'] = () => new Response(null, { status: 204 })
  open('/cart')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Stone' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Only 2 items available.')).toBeVisible()
  expect(shop.sent('POST /rest/v1/rpc/cart_add').map(({ body }) => JSON.parse(body).p_quantity)).toEqual([
    3, 2,
  ])
})
