import type { OutboxMail } from '../outbox'

/** The seller in tests. */
export const business = {
  name: 'Aurelle & Moss',
  address: '1 Example Street, London EC1A 1AA',
  vatNumber: 'GB 123 4567 89',
  email: 'care@aurelle.test',
}

/** Two objects of £19.99 as the database writes their order: figures of the cart, money as numbers. */
export const order = {
  order_number: 'AM20250105-0001',
  created_at: '2025-01-05T23:30:00.123456+00:00',
  tax_point: '2025-01-05T23:30:00+00:00',
  currency: 'GBP',
  items: [
    {
      product_id: 'p',
      name: 'Stone',
      product_name: 'Stone',
      sku: 'AM-001',
      quantity: 2,
      unit_price: 15.79,
      price: 15.79,
      total_price: 31.58,
    },
  ],
  subtotal: 31.58,
  vat_rate: 0.2,
  tax_amount: 6.32,
  shipping_amount: 0,
  total: 37.9,
  shipping_method: 'Standard',
  shipping_address: {
    first_name: 'Ada',
    last_name: 'Guest',
    address_line_1: '1 High Street',
    address_line_2: null,
    city: 'London',
    state: null,
    postal_code: 'SW1A 1AA',
    country: 'GB',
    phone: null,
  },
}

/** A row of the outbox. */
export function queued(kind: string, data: unknown, changes: Partial<OutboxMail> = {}): OutboxMail {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    kind,
    recipient: 'ada@example.test',
    data,
    created_at: '2025-01-05T12:00:00+00:00',
    ...changes,
  }
}
