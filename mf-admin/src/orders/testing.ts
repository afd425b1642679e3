import { fakeSupabase, shopper, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { vi } from 'vitest'

/** A row of `orders`. */
export const order = {
  id: '11111111-0000-4000-8000-000000000001',
  order_number: 'AM20260105-0001',
  email: 'imogen@example.test' as string | null,
  phone: null,
  user_id: shopper.id as string | null,
  customer_id: null as string | null,
  created_at: '2026-01-05T14:22:00Z',
  updated_at: '2026-07-05T14:01:00Z',
  paid_at: '2026-01-05T14:24:00Z' as string | null,
  currency: 'GBP',
  items: [
    {
      name: 'Hours Silk Robe',
      product_id: '22222222-0000-4000-8000-000000000001',
      sku: 'AM-ACC-008-M',
      quantity: 2,
      unit_price: 58.46,
      total_price: 116.92,
      variant_name: 'M',
      options: [{ name: 'Size', value: 'M' }],
    },
    { product_name: 'Vesper Candle', quantity: 1, price: 66.36 },
  ] as object[],
  subtotal: 183.28,
  discount_amount: 0,
  promotion_code: null,
  tax_amount: 36.66,
  shipping_amount: 0,
  total: 219.94,
  gift_card_amount: 0,
  gift_card_hint: null,
  shipping_method: 'Standard',
  payment_method: 'Card',
  payment_status: 'succeeded',
  status: 'processing',
  shipping_address: {
    first_name: 'Imogen',
    last_name: 'Hale',
    address_line_1: '14 Linden Mews',
    city: 'Bath',
    postal_code: 'BA1 2QH',
    country: 'GB',
  } as object,
  billing_address: {} as object,
  shipments: [] as object[],
  stripe_session_id: 'cs_8f20a1c7' as string | null,
  stripe_payment_intent_id: 'pi_sim_20250105' as string | null,
}

/** An order of a guest, which is paid in euros. */
export const guestOrder = {
  ...order,
  id: '11111111-0000-4000-8000-000000000002',
  order_number: 'AM20260104-0031',
  email: null,
  user_id: null,
  created_at: '2026-07-04T22:41:00Z',
  currency: 'EUR',
  total: 41.75,
  payment_status: 'pending',
  status: 'pending',
  paid_at: null,
}

/** The answer about what a change of status would do. */
export const effects = (more: object = {}) => ({
  emails: [],
  gift_card_pence: 0,
  items: 0,
  by_hand: 0,
  ends_gift_card: false,
  rejected: null,
  ...more,
})

/** An order as its list has it. */
const listed = (row: object) => ({ name: 'Imogen Hale', partly_sent: false, ...row, items: 3 })

/** The response for a list of orders. */
export const pageOf = (rows: object[], more: object = {}) => ({
  rows: rows.map(listed),
  total: rows.length,
  exact: true,
  within: null,
  page: 1,
  pages: 1,
  countries: ['GB'],
  ...more,
})

/** A signed-in member of staff, and a backend with these orders. */
export function orderBackend(rows: Record<string, unknown>[] = [order, guestOrder]): FakeSupabase {
  localStorage.clear()
  storeStaffSession()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the client counts its instances, one a test
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fake: FakeSupabase = fakeSupabase({
    rpc: {
      office_orders: () => pageOf(fake.tables.orders ?? []),
      order_history: () => ({ more: false, rows: [] }),
      order_change_effects: () => effects(),
      undo_order_change: () => null,
      pieces_to_send: () => [],
      returns_of: () => ({ returns: [], returnable: [] }),
    },
    tables: { orders: rows },
  })
  fake.addStaff()
  return fake
}
