import { formContext } from '@shop/forms/posted'
import { testSettings } from '@shop/settings/testing'
import { fakeSupabase, rejection, type FakeSupabase } from '@shop/testing'
import { beforeEach, expect, test } from 'vitest'
import { cartRow } from '../testing'
import { action } from './cart-action'

const guest = `session_${'ab'.repeat(24)}`
const key = '6f1c4d0e-0000-4000-8000-000000000001'
const keyed = `/cart?key=${key}`
const id = (last: number) => `00000000-0000-4000-8000-00000000000${String(last)}`
let shop: FakeSupabase

beforeEach(() => {
  shop = fakeSupabase({
    rpc: { cart_add: () => cartRow(6.5, 2), cart_change_variant: () => cartRow(6.5, 2) },
    responses: { 'PATCH /rest/v1/cart_items': () => Response.json([cartRow(6.5, 2)]) },
  })
})

async function send(
  fields: Record<string, string>,
  { as = guest, at = keyed }: { as?: string | null; at?: string } = {},
) {
  const data = shop.connect()
  data.backend.guest.clear()
  if (as !== null) data.backend.guest.adopt(as)
  const request = new Request(`https://shop.example${at}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const visit = {
    data,
    settings: testSettings,
    siteUrl: 'https://shop.example',
    askAccounts: () => Promise.resolve(null),
  }
  const response = await action({ request, context: formContext({}, visit) })
  const shown = response.body ? ((await response.json()) as unknown) : null
  return {
    status: response.status,
    location: response.headers.get('location'),
    shown,
    guest: data.backend.guest.id(),
  }
}

const bodyOf = (call: string) =>
  shop.sent(call).map(({ body }) => (body === '' ? null : (JSON.parse(body) as unknown)))

test('a posted form adds a product to the guest’s cart and redirects to the cart', async () => {
  expect(await send({ product: id(1), quantity: '2' })).toMatchObject({ status: 303, location: '/cart' })
  expect(await send({ product: id(1), variant: id(2), quantity: '1' })).toMatchObject({ status: 303 })
  expect(bodyOf('POST /rest/v1/rpc/cart_add')).toEqual([
    { p_product_id: id(1), p_quantity: 2, p_idempotency_key: key },
    { p_product_id: id(1), p_quantity: 1, p_idempotency_key: key, p_variant_id: id(2) },
  ])
})

test('a form that adds gets a key of its own first, under which it counts once however often it is sent', async () => {
  const locations = new Set<string | null>()
  for (const _ of [1, 2]) {
    const { status, location } = await send({ product: id(1), quantity: '1' }, { at: '/cart' })
    expect([status, location]).toEqual([307, expect.stringMatching(/^\/cart\?key=[0-9a-f-]{36}$/)])
    locations.add(location)
  }
  expect(locations.size).toBe(2)
  expect(shop.sent('POST')).toEqual([])
})

test('a guest without a cookie gets one first, and the form comes again', async () => {
  const first = await send({ line: id(3), quantity: '1' }, { as: null, at: '/cart' })
  expect(first.status).toBe(307)
  expect(first.guest).toMatch(/^session_[0-9a-f]{48}$/)
  expect(shop.sent('POST')).toEqual([])
})

test('a browser that keeps no cookies is told so, and gets no cart', async () => {
  const { status, shown } = await send({ product: id(1), quantity: '1' }, { as: null })
  expect(status).toBe(409)
  expect(shown).toEqual({ rejected: expect.stringContaining('your browser blocks cookies') as string })
  expect(shop.sent('POST')).toEqual([])
})

test('a line gets another variant or quantity, or goes', async () => {
  expect(await send({ line: id(3), variant: id(2) }, { at: '/cart' })).toMatchObject({
    status: 303,
    location: '/cart',
  })
  expect(await send({ line: id(3), quantity: '4' })).toMatchObject({ status: 303 })
  expect(await send({ line: id(3), quantity: '0' })).toMatchObject({ status: 303 })
  expect(bodyOf('POST /rest/v1/rpc/cart_change_variant')).toEqual([{ p_item_id: id(3), p_variant_id: id(2) }])
  expect(bodyOf('PATCH /rest/v1/cart_items')).toEqual([{ quantity: 4 }])
  expect(shop.sent('DELETE /rest/v1/cart_items')).toHaveLength(1)
})

test.each([
  ['insufficient_stock', 'Only 3 items available.'],
  ['quantity_limit', 'You can order at most 20 of one product.'],
  ['cart_full', 'A cart holds 100 different products at most.'],
])('a limit that was reached is said in its own words: %s', async (hint, message) => {
  shop.rpc.cart_add = () => rejection(409, 'PT409', message, { hint })
  expect(await send({ product: id(1), quantity: '9' })).toMatchObject({
    status: 409,
    shown: { rejected: message },
  })
})

test('a failure of the database is said without its words', async () => {
  shop.rpc.cart_add = () => Response.json({ message: 'relation is broken' }, { status: 500 })
  expect(await send({ product: id(1), quantity: '1' })).toMatchObject({
    status: 503,
    shown: { rejected: 'Failed to add item to cart.' },
  })
})

test.each<Record<string, string>>([
  {},
  { product: id(1), quantity: '0' },
  { product: id(1), quantity: '1e3' },
  { product: 'riva-pebble', quantity: '1' },
  { line: id(3), quantity: '-1' },
])('%j changes nothing', async (fields) => {
  expect((await send(fields)).status).toBe(422)
  expect(shop.requests).toEqual([])
})
