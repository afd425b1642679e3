import { test as base, type APIRequestContext, type Page } from '@playwright/test'
import { startShopProcess, type ShopProcess } from '../tools/test/shop-process'
import { staffSession } from './steps'

interface OrderItem {
  sku: string
  variant_name?: string
  quantity: number
  unit_price: number
}

/** The columns of an order that the tests read; money in pounds. */
interface OrderRow {
  order_number: string
  subtotal: number
  tax_amount: number
  total: number
  payment_status: string
  items: OrderItem[]
  email: string
  promotion_code: string | null
  discount_amount: number
  shipping_amount: number
  gift_card_amount: number
}

/** Access to the shop's database as staff. */
export interface Staff {
  ordersOf(email: string): Promise<OrderRow[]>
  stockOf(slug: string): Promise<number>
  setStock(slug: string, quantity: number): Promise<void>
  setBarcode(slug: string, barcode: string): Promise<void>
  setSetting(key: string, value: unknown): Promise<void>
  /** Adds a category with its products, in order of rising prices, named Piece 001, Piece 002 and so on. */
  addCategory(slug: string, products: number): Promise<void>
  /**
   * Adds a product in these sizes, or values of another option, as many of each, for £40.
   * @param more `images` of the product, and `pictures` by size
   * @returns the ids of product and sizes
   */
  addSizes(
    slug: string,
    name: string,
    stock: Record<string, number>,
    more?: { option?: string; images?: string[]; pictures?: Record<string, string> },
  ): Promise<Record<string, string>>
  setSizeStock(variantId: string, quantity: number): Promise<void>
  /** Removes a category and its products. */
  removeCategory(slug: string): Promise<void>
  issueGiftCard(pence: number): Promise<string>
  addPromotion(terms: Record<string, unknown>): Promise<void>
  /** Makes a token for a member that lasts a day. */
  releaseToken(member: string): Promise<string>
  /**
   * Sends the order's parcel with Royal Mail as RM998877665GB; it is in transit since 3 January 2026.
   * @param delivered also delivered, on the next day
   */
  sendParcel(orderNumber: string, delivered?: 'delivered'): Promise<void>
}

async function staffAccess(request: APIRequestContext): Promise<Staff> {
  const { session, supabaseUrl, supabaseKey } = await staffSession(request, 'super_admin')
  const { access_token: token }: { access_token: string } = JSON.parse(session)
  const headers = {
    apikey: supabaseKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  const rest = async (
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(`${supabaseUrl}/rest/v1/${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
    if (!response.ok) throw new Error(`${path} answered ${String(response.status)}: ${await response.text()}`)
    return response
  }
  return {
    ordersOf: async (email) =>
      (
        await rest(
          `orders?select=order_number,total,payment_status,items,email,promotion_code,subtotal,discount_amount,tax_amount,shipping_amount,gift_card_amount&email=eq.${encodeURIComponent(email)}`,
        )
      ).json(),
    async stockOf(slug) {
      const rows: { inventory_quantity: number }[] = await (
        await rest(`products?select=inventory_quantity&slug=eq.${slug}`)
      ).json()
      return rows[0]?.inventory_quantity ?? Number.NaN
    },
    async setStock(slug, quantity) {
      await rest(`products?slug=eq.${slug}`, {
        method: 'PATCH',
        body: JSON.stringify({ inventory_quantity: quantity }),
      })
    },
    async setBarcode(slug, barcode) {
      await rest(`products?slug=eq.${slug}`, { method: 'PATCH', body: JSON.stringify({ barcode }) })
    },
    issueGiftCard: async (pence) =>
      (
        await rest('rpc/issue_gift_card', { method: 'POST', body: JSON.stringify({ p_pence: pence }) })
      ).json(),
    async releaseToken(member) {
      const body = JSON.stringify({ p_remote: member, p_name: 'Laptop', p_days: 1 })
      return (await rest('rpc/create_release_token', { method: 'POST', body })).json()
    },
    async addPromotion(terms) {
      await rest('promotions', { method: 'POST', body: JSON.stringify(terms) })
    },
    async sendParcel(orderNumber, delivered) {
      const add = async (table: string, row: Record<string, unknown>) => {
        const created: { id: string }[] = await (
          await rest(table, {
            method: 'POST',
            body: JSON.stringify(row),
            headers: { prefer: 'return=representation' },
          })
        ).json()
        return created[0]?.id
      }
      const rows: { id: string }[] = await (
        await rest(`orders?select=id&order_number=eq.${orderNumber}`)
      ).json()
      const shipment_id = await add('shipments', {
        order_id: rows[0]?.id,
        status: 'shipped',
        tracking_number: 'RM998877665GB',
        carrier: 'Royal Mail',
        shipping_method: 'Standard',
        estimated_delivery: '2031-03-04',
      })
      const events = [
        ['shipped', 'Handed to the carrier', null, '2026-01-02T09:00:00Z'],
        ['in_transit', 'Sorted for delivery', 'Croydon', '2026-01-03T07:30:00Z'],
        ['delivered', 'Delivered', 'London', '2026-01-04T11:00:00Z'],
      ] as const
      for (const [status, description, location, occurred_at] of events.slice(0, delivered ? 3 : 2))
        await add('tracking_events', { shipment_id, status, description, location, occurred_at })
    },
    async setSetting(key, value) {
      await rest(`shop_settings?key=eq.${key}`, { method: 'PATCH', body: JSON.stringify({ value }) })
    },
    async addCategory(slug, products) {
      const prefer = { prefer: 'return=representation' }
      const created: { id: string }[] = await (
        await rest('categories', {
          method: 'POST',
          body: JSON.stringify({ slug, name: slug }),
          headers: prefer,
        })
      ).json()
      await rest('products', {
        method: 'POST',
        body: JSON.stringify(
          Array.from({ length: products }, (_, index) => {
            const number = String(index + 1).padStart(3, '0')
            return {
              slug: `${slug}-${number}`,
              name: `Piece ${number}`,
              sku: `${slug}-${number}`,
              price: 10 + index,
              inventory_quantity: index % 2,
              category_id: created[0]?.id,
              brand: index % 5 === 0 ? 'Another House' : 'Aurelle & Moss',
            }
          }),
        ),
      })
    },
    async setSizeStock(variantId, quantity) {
      await rest(`product_variants?id=eq.${variantId}`, {
        method: 'PATCH',
        body: JSON.stringify({ inventory_quantity: quantity }),
      })
    },
    async addSizes(slug, name, stock, { option = 'Size', images = [], pictures = {} } = {}) {
      const headers = { prefer: 'return=representation' }
      const options = [{ name: option, values: Object.keys(stock) }]
      const body = JSON.stringify({ slug, name, price: 40, inventory_quantity: 0, options, images })
      const made: { id: string }[] = await (await rest('products', { method: 'POST', body, headers })).json()
      const product = made[0]?.id ?? ''
      const rows = Object.entries(stock).map(([size, inventory_quantity]) => ({
        product_id: product,
        option_values: [size],
        sku: `${slug}-${size}`,
        inventory_quantity,
        image: pictures[size] ?? null,
      }))
      const sizes: { id: string; option_values: string[] }[] = await (
        await rest('product_variants', { method: 'POST', body: JSON.stringify(rows), headers })
      ).json()
      return Object.fromEntries([['product', product], ...sizes.map((one) => [one.option_values[0], one.id])])
    },
    async removeCategory(slug) {
      await rest(`products?slug=like.${slug}-*`, { method: 'DELETE' })
      await rest(`categories?slug=eq.${slug}`, { method: 'DELETE' })
    },
  }
}

/**
 * Fixtures: a shop for each worker, staff's access to its database, and visitors, whose script errors fail the test. The
 * tests of a worker run one after another, so each may change the shop's data.
 */
export const test = base.extend<{ staff: Staff; visitor: Page; adult: Page }, { shop: ShopProcess }>({
  shop: [
    async ({}, provide) => {
      const shop = await startShopProcess()
      await provide(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ shop }, provide) => {
    await provide(shop.siteUrl)
  },
  staff: async ({ request }, provide) => {
    await provide(await staffAccess(request))
  },
  visitor: async ({ page }, provide) => {
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await provide(page)
    if (errors[0]) throw errors[0]
  },
  /** A visitor who has already confirmed their age in this browser session. */
  adult: async ({ visitor }, provide) => {
    await visitor.addInitScript(() => {
      sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    })
    await provide(visitor)
  },
})
