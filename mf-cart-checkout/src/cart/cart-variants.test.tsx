// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartRow, fakeShop, open, robeRow } from '../testing'

let shop: ReturnType<typeof fakeShop>
const cartHas = (...rows: object[]) => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json(rows)
}
const choices = (select: HTMLElement) =>
  [...select.querySelectorAll('option')].map(({ textContent, disabled }) => [textContent, disabled])

beforeEach(() => {
  shop = fakeShop()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

test('a line shows its size, and lists the others; sold out ones cannot be chosen', async () => {
  cartHas(robeRow())
  open('/cart')
  expect(await screen.findByText('Size: S')).toBeVisible()
  expect(screen.getByRole('spinbutton', { name: 'Quantity of Silk Robe, S' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove Silk Robe, S' })).toBeVisible()
  expect(choices(screen.getByRole('combobox', { name: 'Size of Silk Robe' }))).toEqual([
    ['S', false],
    ['M', false],
    ['L, sold out', true],
  ])
})

test('choosing another size changes the line in place, and the focus stays on the list', async () => {
  cartHas(robeRow())
  shop.responses['POST /rest/v1/rpc/cart_change_variant'] = () => Response.json(robeRow({ variant_id: 'm' }))
  open('/cart')
  const select = await screen.findByRole('combobox', { name: 'Size of Silk Robe' })
  select.focus()
  await userEvent.selectOptions(select, 'M')
  expect(await screen.findByText('Size: M')).toBeVisible()
  await waitFor(() => {
    const sent = shop.sent('POST /rest/v1/rpc/cart_change_variant').map(({ body }) => JSON.parse(body))
    expect(sent).toEqual([{ p_item_id: 'line-9', p_variant_id: 'm' }])
  })
  expect(select).toHaveFocus()
})

test('a rejected size shows the reason, and the line is as before', async () => {
  cartHas(robeRow())
  shop.responses['POST /rest/v1/rpc/cart_change_variant'] = () =>
    Response.json(
      { code: 'PT404', message: 'This choice is no longer available.', hint: 'variant_not_found' },
      { status: 404 },
    )
  open('/cart')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Size of Silk Robe' }), 'M')
  expect(await screen.findByText('This choice is no longer available.')).toBeVisible()
  expect(await screen.findByText('Size: S')).toBeVisible()
})

test('a product that got options since asks for one and cannot be checked out', async () => {
  cartHas(robeRow({ variant_id: null }))
  open('/cart')
  const link = await screen.findByRole('link', { name: 'Choose a size' })
  expect(link).toHaveAttribute('href', '/products/robe')
  expect(screen.getByRole('alert')).toHaveTextContent('Choose the missing options.')
  expect(screen.queryByRole('link', { name: 'Checkout' })).not.toBeInTheDocument()
})

test('a withdrawn size is no longer available, and another one can be chosen', async () => {
  cartHas(robeRow({ variant_id: 'xl' }))
  open('/cart')
  expect(await screen.findByText('No longer available')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Checkout' })).not.toBeInTheDocument()
  const select = screen.getByRole('combobox', { name: 'Size of Silk Robe' })
  expect(choices(select)[0]).toEqual(['Size', true])
})

test('a product without options has no list', async () => {
  cartHas(cartRow(24.99, 1))
  open('/cart')
  await screen.findByRole('button', { name: 'Remove Stone' })
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
})

test('the order summary of the checkout names size and SKU', async () => {
  cartHas(robeRow())
  open('/checkout')
  expect(await screen.findByText('Silk Robe, S')).toBeVisible()
  expect(screen.getByText('SKU ROBE-S, quantity 1')).toBeVisible()
})
