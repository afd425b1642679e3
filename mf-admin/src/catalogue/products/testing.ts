import { fakeSupabase, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { vi } from 'vitest'

/** A row as `office_products` answers. */
export const silk = {
  id: '11111111-0000-4000-8000-000000000001',
  slug: 'silk-robe',
  name: 'Silk Robe',
  sku: 'AM-1',
  price: 40,
  highest_price: 40,
  compare_at_price: null as number | null,
  images: ['/media/silk-robe.webp'],
  inventory_quantity: 12,
  variant_count: 0,
  is_active: true,
  is_featured: false,
  archived_at: null as string | null,
  publish_at: null as string | null,
  category: { id: 'c1', name: 'Silk' } as { id: string; name: string } | null,
  version: 3,
}

/** The same as `product_record` answers. */
export const productRecord = {
  ...silk,
  description: null as string | null,
  short_description: null as string | null,
  category_id: null,
  category: null,
  images: [] as string[],
  image_alts: [] as string[],
  barcode: null,
  brand: null,
  collection: null,
  features: [],
  materials: null,
  care: null,
  dimensions: null,
  weight_grams: null,
  box_contents: [],
  good_for: null,
  size_guide: null,
  unpublish_at: null as string | null,
  seo_title: null as string | null,
  seo_description: null as string | null,
  low_stock_threshold: 5,
  track_inventory: true,
  options: [] as { name: string; values: string[] }[],
  variants: [] as object[],
}

/** Rows by what they differ in. */
export const oil = {
  ...silk,
  id: '11111111-0000-4000-8000-000000000002',
  name: 'Warming Oil',
  sku: null,
  price: 19.99,
  highest_price: 19.99,
  compare_at_price: 25,
  images: [],
  inventory_quantity: 4,
  is_featured: true,
  is_active: false,
  category: null,
  version: 7,
}

/** The answer for a list of rows. */
export const pageOf = (rows: object[], more: object = {}) => ({
  rows,
  total: rows.length,
  exact: true,
  page: 1,
  pages: 1,
  ...more,
})

/** A signed-in member of staff, and a backend with these products. */
export function productBackend(rows: object[] = [silk, oil]): FakeSupabase {
  localStorage.clear()
  storeStaffSession()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the client counts its instances, one a test
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fake = fakeSupabase({
    rpc: { office_products: () => pageOf(rows), product_is_ordered: () => false },
    tables: { categories: [{ id: 'c1', name: 'Silk', is_active: true }] },
  })
  fake.addStaff()
  return fake
}

/** The arguments of the latest call of a function. */
export const latest = (fake: FakeSupabase, name: string): unknown =>
  JSON.parse(fake.sent(`POST /rest/v1/rpc/${name}`).at(-1)?.body ?? 'null')
