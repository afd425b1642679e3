import { test as base, type Page } from '@playwright/test'

interface Config {
  supabaseUrl: string
  supabaseKey: string
  releaseSet: { remotes: Record<string, { version: string }> }
}

interface OrderItem {
  sku: string
  quantity: number
  unit_price: number
}

/** What the tests read of an order; money in pounds. */
export interface OrderRow {
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

/** The shop's database as staff may read it. */
export interface Staff {
  ordersOf(email: string): Promise<OrderRow[]>
  stockOf(slug: string): Promise<number>
  setStock(slug: string, quantity: number): Promise<void>
  setSetting(key: string, value: unknown): Promise<void>
  /** Adds a category with its products, dearer from one to the next, named Piece 001, Piece 002 and so on. */
  addCategory(slug: string, products: number): Promise<void>
  /** Removes a category and its products. */
  removeCategory(slug: string): Promise<void>
  issueGiftCard(pence: number): Promise<string>
  addPromotion(terms: Record<string, unknown>): Promise<void>
}

async function staffAccess(baseURL: string): Promise<Staff> {
  const { supabaseUrl, supabaseKey }: Config = await (await fetch(`${baseURL}/config.json`)).json()
  const signIn = await fetch(`${supabaseUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@aurelle.test', password: 'admin-demo-2026' }),
  })
  const { access_token: token }: { access_token: string } = await signIn.json()
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const rest = async (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) => {
    const answer = await fetch(`${supabaseUrl}/rest/v1/${path}`, { ...init, headers: { ...headers, ...init.headers } })
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`)
    return answer
  }
  return {
    ordersOf: async (email) => (await rest(`orders?select=order_number,total,payment_status,items,email,promotion_code,subtotal,discount_amount,tax_amount,shipping_amount,gift_card_amount&email=eq.${encodeURIComponent(email)}`)).json(),
    async stockOf(slug) {
      const found: { inventory_quantity: number }[] = await (await rest(`products?select=inventory_quantity&slug=eq.${slug}`)).json()
      return found[0]?.inventory_quantity ?? Number.NaN
    },
    async setStock(slug, quantity) {
      await rest(`products?slug=eq.${slug}`, { method: 'PATCH', body: JSON.stringify({ inventory_quantity: quantity }) })
    },
    issueGiftCard: async (pence) => (await rest('rpc/issue_gift_card', { method: 'POST', body: JSON.stringify({ p_pence: pence }) })).json(),
    async addPromotion(terms) {
      await rest('promotions', { method: 'POST', body: JSON.stringify(terms) })
    },
    async setSetting(key, value) {
      await rest(`shop_settings?key=eq.${key}`, { method: 'PATCH', body: JSON.stringify({ value }) })
    },
    async addCategory(slug, products) {
      const prefer = { prefer: 'return=representation' }
      const made: { id: string }[] = await (await rest('categories', { method: 'POST', body: JSON.stringify({ slug, name: slug }), headers: prefer })).json()
      await rest('products', {
        method: 'POST',
        body: JSON.stringify(Array.from({ length: products }, (_, index) => {
          const number = String(index + 1).padStart(3, '0')
          return { slug: `${slug}-${number}`, name: `Piece ${number}`, price: 10 + index, inventory_quantity: index % 2, category_id: made[0]?.id, brand: index % 5 === 0 ? 'Another House' : 'Aurelle & Moss' }
        })),
      })
    },
    async removeCategory(slug) {
      await rest(`products?slug=like.${slug}-*`, { method: 'DELETE' })
      await rest(`categories?slug=eq.${slug}`, { method: 'DELETE' })
    },
  }
}

/** A visitor past the age gate, and staff's view of the database. Errors of the page's scripts fail the test. */
export const test = base.extend<{ staff: Staff; adult: Page }>({
  staff: async ({ baseURL }, provide) => {
    await provide(await staffAccess(baseURL ?? ''))
  },
  adult: async ({ page }, provide) => {
    const broken: Error[] = []
    page.on('pageerror', (error) => broken.push(error))
    await page.goto('/')
    await page.getByRole('button', { name: 'I am 18 or older' }).click()
    await started(page)
    await provide(page)
    if (broken[0]) throw broken[0]
  },
})

/** Waits until the page's scripts have taken over, so that links are followed without a reload. */
export async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('shop-ready').length > 0)
}

/** Puts a product into the cart from its page. */
export async function addToCart(page: Page, slug: string): Promise<void> {
  await page.goto(`/products/${slug}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Item has been added to your cart.').waitFor()
}

/** Fills the checkout form as a guest in London. */
export async function fillCheckout(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('Imogen')
  await page.getByLabel('Last name').fill('Hale')
  await page.getByLabel('Address line 1').fill('14 Linden Mews')
  await page.getByLabel('City').fill('London')
  await page.getByLabel('Postal code').fill('SW1A 1AA')
}

/** Signs in as the demo shopper. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill('shopper@aurelle.test')
  await page.getByLabel('Password', { exact: true }).fill('shopper-demo-2026')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('You have successfully signed in.').waitFor()
}
