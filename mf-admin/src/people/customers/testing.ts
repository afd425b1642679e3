import { fakeSupabase, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { vi } from 'vitest'

/** A row as `office_customers` answers. */
export const ada = {
  id: '33333333-0000-4000-8000-000000000001',
  first_name: 'Ada',
  last_name: 'Lane',
  email: 'ada@example.test',
  total_orders: 3,
  total_spent: 100,
  last_order_at: '2026-01-05T12:30:00Z' as string | null,
  created_at: '2025-06-01T23:30:00Z',
  age_verified: true,
  accepts_marketing: true,
  tags: [] as string[],
}
/** A customer without names, orders and badges. */
export const newcomer = {
  ...ada,
  id: '33333333-0000-4000-8000-000000000002',
  first_name: '',
  last_name: '',
  email: 'new@example.test',
  total_orders: 0,
  total_spent: 0,
  last_order_at: null,
  age_verified: false,
  accepts_marketing: false,
}
const order = {
  id: 'o1',
  order_number: 'AM20260105-0001',
  total: 37.9,
  currency: 'GBP',
  status: 'completed',
  payment_status: 'failed',
  created_at: '2026-01-05T12:30:00Z',
  by_guest: false,
}
const address = {
  id: 'd1',
  type: 'billing',
  is_default: true,
  first_name: 'Ada',
  last_name: 'Lane',
  address_line_1: '1 High Street',
  address_line_2: null,
  city: 'London',
  state: 'Greater London',
  postal_code: 'SW1A 1AA',
  country: 'GB',
  phone: null,
}
/** The answer of `customer_profile`. */
export const profile = {
  ...ada,
  phone: '020 7946 0018' as string | null,
  is_guest: false,
  has_account: true,
  record: {
    version: 7,
    first_name: 'Ada',
    last_name: 'Lane',
    phone: '020 7946 0018',
    tags: ['press'],
    default_address: {
      first_name: 'Ada',
      last_name: 'Lane',
      address_line_1: '1 High Street',
      address_line_2: '',
      city: 'London',
      state: 'Greater London',
      postal_code: 'SW1A 1AA',
      country: 'GB',
      phone: '',
    } as object | null,
  },
  merged: [] as object[],
  merged_into: null as object | null,
  is_payment_customer: true,
  orders: [order, { ...order, id: 'o2', order_number: 'AM20260104-0007', by_guest: true }] as object[] | null,
  guest_orders: 1 as number | null,
  addresses: [address] as object[],
}
/** The answer of `office_customers` for some rows. */
export const pageOf = (rows: object[], more: object = {}) => ({
  rows,
  all: 842,
  tags: ['press', 'wholesale'],
  total: rows.length,
  exact: true,
  page: 1,
  pages: 1,
  ...more,
})

/** A signed-in member of staff, and a backend with these customers. */
export function customerBackend(): FakeSupabase {
  localStorage.clear()
  storeStaffSession()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the client counts its instances, one a test
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fake = fakeSupabase({
    rpc: { office_customers: () => pageOf([ada, newcomer]), customer_profile: () => profile },
  })
  fake.addStaff()
  return fake
}
