/** A running promotion in an answer of the database. */
export const spring = {
  id: 'p1',
  code: 'SPRING',
  kind: 'percent',
  percent: 10,
  amount_pence: null,
  starts_at: '2026-07-01T08:00:30Z',
  ends_at: null as string | null,
  minimum_pence: 0,
  uses_limit: 10,
  uses_per_customer: null,
  is_active: true,
  version: 4,
  created_at: '2026-06-01T08:00:00Z',
  updated_at: '2026-06-01T08:00:00Z',
  state: 'live',
  used: 3,
  returned: 1,
}
/** One that has ended. */
export const gift = {
  ...spring,
  id: 'p2',
  code: 'GIFT5',
  kind: 'amount',
  percent: null,
  amount_pence: 500,
  ends_at: '2026-12-24T23:30:00Z',
  uses_limit: null,
  state: 'ended',
  used: 1204,
  returned: 0,
}
/** An order that used a promotion. */
export const used = {
  id: 'o1',
  order_number: 'AM20260705-0001',
  created_at: '2026-07-05T10:00:00Z',
  subtotal: 50,
  discount_amount: 5,
  total: 60,
  returned: false,
}
