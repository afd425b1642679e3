import { fakeSupabase, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { vi } from 'vitest'
import type { Method, Rule, Zone } from './office-shipping'

export const mainland: Zone = {
  id: 'z1',
  name: 'Mainland',
  description: 'England and Wales',
  postcodes: ['SW', 'SE', 'N', 'NW', 'E'],
  multiplier: 1,
  position: 1,
  is_active: true,
  version: 3,
}
export const highlands: Zone = {
  ...mainland,
  id: 'z2',
  name: 'Highlands',
  description: null,
  postcodes: ['KW15', 'IV'],
  multiplier: 1.6,
  position: 2,
  is_active: false,
}
export const standard: Method = {
  id: 'm1',
  name: 'Standard',
  description: 'By post',
  base_price: 3.99,
  estimated_days_min: 5,
  estimated_days_max: 7,
  features: ['Plain, unmarked packaging'],
  sort_order: 1,
  is_active: true,
  version: 2,
}
export const nextDay: Method = {
  ...standard,
  id: 'm2',
  name: 'Next day',
  description: null,
  base_price: 9.99,
  estimated_days_min: 1,
  estimated_days_max: 1,
  features: [],
  sort_order: 2,
}
export const free: Rule = {
  id: 'r1',
  name: 'Free from £25',
  type: 'free_shipping',
  priority: 100,
  conditions: { min_order_value: 25, shipping_method: 'Standard' },
  actions: { free_shipping: true },
  is_active: true,
  version: 4,
}

/** A backend with two zones, two methods and a rule, and a signed-in super admin. */
export function shippingBackend(): FakeSupabase {
  localStorage.clear()
  storeStaffSession()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the client counts its instances, one a test
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fake = fakeSupabase({
    tables: {
      shipping_zones: [mainland, highlands],
      shipping_methods: [standard, nextDay],
      shipping_rules: [free],
    },
  })
  fake.addStaff()
  return fake
}
