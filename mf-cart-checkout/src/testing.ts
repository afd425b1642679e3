import { AuthProvider } from '@shop/auth'
import { CartProvider } from '@shop/cart'
import type { Settings } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import { fakeSupabase, renderApp, type FakeSupabase } from '@shop/testing'
import routes from './routes'

const methods = [
  {
    id: 'standard',
    name: 'Standard',
    description: null,
    base_price: 3.99,
    estimated_days_min: 5,
    estimated_days_max: 7,
    features: [],
    sort_order: 1,
    is_active: true,
  },
  {
    id: 'express',
    name: 'Express',
    description: null,
    base_price: 4.99,
    estimated_days_min: 2,
    estimated_days_max: 3,
    features: [],
    sort_order: 2,
    is_active: true,
  },
]
const zones = [
  { id: 'z1', name: 'Mainland', postcodes: ['SW', 'B'], multiplier: 1, position: 1, is_active: true },
]
const rules = [
  {
    id: 'r1',
    name: 'Free from £25',
    type: 'free_shipping',
    priority: 10,
    conditions: { min_order_value: 25, shipping_method: 'Standard' },
    actions: { free_shipping: true },
    is_active: true,
  },
]

/** A cart line as the database returns it. @param price pounds */
export const cartRow = (price: number, quantity: number) => ({
  id: 'line-1',
  product_id: 'p1',
  quantity,
  product: {
    id: 'p1',
    slug: 'stone',
    name: 'Stone',
    short_description: 'Quiet',
    price,
    images: [],
    inventory_quantity: 10,
    is_active: true,
  },
})

/** A cart line of a product in two sizes, S in stock and L sold out. @param fields of the line that differ */
export const robeRow = (fields: { variant_id?: string | null; id?: string; created_at?: string } = {}) => ({
  id: 'line-9',
  product_id: 'p9',
  variant_id: 's',
  quantity: 1,
  created_at: '2026-01-01T10:00:00+00:00',
  product: {
    slug: 'robe',
    name: 'Silk Robe',
    short_description: 'Quiet',
    price: 100,
    images: [],
    inventory_quantity: 8,
    is_active: true,
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
    variants: ['S', 'M', 'L'].map((value) => ({
      id: value.toLowerCase(),
      option_values: [value],
      sku: `ROBE-${value}`,
      price: 100,
      image: null,
      inventory_quantity: value === 'L' ? 0 : 4,
      is_active: true,
    })),
  },
  ...fields,
})

/** Ids of two checkouts. */
export const sessionId = `cs_${'a'.repeat(64)}`
export const nextSessionId = `cs_${'b'.repeat(64)}`

/** A pending checkout session as the database returns it. */
export const pendingSession = {
  id: 's',
  session_id: sessionId,
  status: 'pending',
  email: 'a@example.test',
  first_name: 'Ada',
  last_name: 'Guest',
  phone: null,
  shipping_address: { address_line_1: '1 High Street', city: 'London', postal_code: 'SW1A 1AA' },
  billing_address: {},
  subtotal: 31.58,
  tax_amount: 6.32,
  shipping_amount: 0,
  total: 37.9,
  currency: 'GBP',
  shipping_method_id: 'standard',
  cart_items: [
    { product_id: 'p1', product_name: 'Stone', quantity: 2, unit_price: 15.79, total_price: 31.58 },
  ],
  kind: 'goods',
  metadata: { shipping_method: 'Standard' },
}

/** Fills the checkout's form in, as restored after a refresh. */
export function fillDraft(): void {
  sessionStorage.setItem(
    'aurelle_checkout_draft',
    JSON.stringify({
      email: 'ada@example.test',
      firstName: 'Ada',
      lastName: 'Guest',
      line1: '1 High Street',
      city: 'London',
      postalCode: 'SW1A 1AA',
      method: 'express',
    }),
  )
}

/** A backend with shipping methods, zones and rules, and a guest's id in the browser. */
export function fakeShop(): FakeSupabase {
  localStorage.setItem('aurelle_session_id', 'session_0123456789abcdef0123456789abcdef0123456789abcdef')
  return fakeSupabase({
    tables: { shipping_methods: methods, shipping_zones: zones, shipping_rules: rules },
    rpc: { automatic_promotions: () => [] },
  })
}

/** The answer to a payment that succeeds. */
export const paidOrder = {
  order_id: 'o',
  order_number: 'AM20260105-0001',
  checkout_session_id: sessionId,
  total: 37.9,
  status: 'completed',
}

/** The same with a checkout that waits for its payment, which succeeds. */
export function fakePayment(): FakeSupabase {
  const shop = fakeShop()
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([pendingSession])
  shop.responses['POST /rest/v1/rpc/reserve_checkout'] = () =>
    Response.json({ status: 'reserved', expires_at: '2026-01-05T12:15:00Z' })
  shop.responses['POST /rest/v1/rpc/complete_checkout'] = () => Response.json(paidOrder)
  return shop
}

/** The settings of a shop whose payment is simulated, and whose rules grant free delivery from £25. */
const simulating: Settings = {
  ...testSettings,
  payment: { provider: 'simulated' },
  freeDeliveryFrom: 25,
}

/** Opens a path of this remote as the shell would. */
export const open = (path: string, settings = simulating) =>
  renderApp(routes, { path, settings, providers: [AuthProvider, CartProvider] })
