import { AuthProvider } from '@shop/auth'
import { formatPence } from '@shop/pricing'
import { SettingsProvider, type Settings } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import { DataProvider, type DataContextValue } from '@shop/supabase'
import { fakeSupabase, rejection, shopper, type FakeSupabase, type Row } from '@shop/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect, type ReactElement } from 'react'
import { expect, test as base, vi } from 'vitest'
import { lineName } from './cart-line'
import { CartProvider, useCart, type Cart } from './cart-provider'

interface FakeVariant {
  id: string
  option_values: string[]
  price: number
  inventory_quantity: number
  is_active: boolean
}

interface FakeProduct {
  name: string
  price: number
  inventory_quantity: number
  is_active: boolean
  options?: { name: string; values: string[] }[]
  variants?: FakeVariant[]
}

const size = (value: string, price: number, inventory_quantity: number): FakeVariant => ({
  id: `robe-${value.toLowerCase()}`,
  option_values: [value],
  price,
  inventory_quantity,
  is_active: true,
})

const offered: Record<string, FakeProduct> = {
  mask: { name: 'Eye Mask', price: 6.5, inventory_quantity: 5, is_active: true },
  balm: { name: 'Moss Balm', price: 19.99, inventory_quantity: 50, is_active: true },
  old: { name: 'Old Robe', price: 90, inventory_quantity: 9, is_active: false },
  robe: {
    name: 'Silk Robe',
    price: 100,
    inventory_quantity: 8,
    is_active: true,
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
    variants: [size('L', 110, 0), size('S', 100, 5), size('M', 100, 3)],
  },
}

interface FakeShop extends FakeSupabase {
  /** By id; a test may change them. */
  products: Record<string, FakeProduct>
  /** Adds a line to the cart of a guest's id or of the shopper. */
  put(owner: string, product: string, quantity: number, variant?: string | null, createdAt?: string): Row
  /** The lines of all carts as `2 mask`, or `2 robe-m` for a variant. */
  stored(): string[]
}

/** The table and functions of the cart, with the stock of its products. */
function fakeShop(): FakeShop {
  let made = 0
  const products = structuredClone(offered)
  const lines = () => (db.tables.cart_items ??= [])
  const stockOf = (product_id: unknown, variant_id: unknown) => {
    const product = products[String(product_id)]
    const unit = variant_id ? product?.variants?.find(({ id }) => id === variant_id) : product
    return unit?.inventory_quantity ?? 0
  }
  const outOfStock = (stock: number) =>
    rejection(409, 'PT409', `Only ${stock} items available.`, {
      details: String(stock),
      hint: 'insufficient_stock',
    })
  const ownerOf = (id: string) =>
    id === shopper.id ? { customers: { user_id: id } } : { session_id: id, customers: null }

  const put: FakeShop['put'] = (owner, product_id, quantity, variant_id = null, createdAt) => {
    made += 1
    const line = {
      id: `line-${made}`,
      product_id,
      variant_id,
      quantity,
      ...ownerOf(owner),
      created_at: createdAt ?? new Date(Date.UTC(2026, 0, 1) + made).toISOString(),
      // A product may change after it was put into the cart.
      get product() {
        const product = products[product_id]
        return product?.is_active
          ? { slug: product_id, images: [`/media/${product_id}.webp`], ...product }
          : null
      },
    }
    lines().push(line)
    return line
  }
  const setQuantity = (line: Row, quantity: number) => {
    const stock = stockOf(line.product_id, line.variant_id)
    return quantity > stock ? outOfStock(stock) : Object.assign(line, { quantity })
  }

  const db = fakeSupabase({
    rpc: {
      cart_add({ p_product_id, p_quantity, p_since, p_variant_id = null }, { headers }) {
        const owner = headers.has('authorization') ? shopper.id : String(headers.get('x-session-id'))
        const isOwn = ({ session_id = shopper.id }: Row) => session_id === owner
        const line = lines().find(
          (one) => one.product_id === p_product_id && one.variant_id === p_variant_id && isOwn(one),
        )
        const quantity = Number(line?.quantity ?? 0) + Number(p_quantity)
        if (line) return setQuantity(line, quantity)
        const stock = stockOf(p_product_id, p_variant_id)
        if (quantity > stock) return outOfStock(stock)
        return put(
          owner,
          String(p_product_id),
          quantity,
          typeof p_variant_id === 'string' ? p_variant_id : null,
          typeof p_since === 'string' ? p_since : undefined,
        )
      },
      cart_change_variant({ p_item_id, p_variant_id }) {
        const line = lines().find((one) => one.id === p_item_id)
        if (!line)
          return rejection(404, 'PT404', 'This item is no longer in your cart.', { hint: 'line_not_found' })
        const same = lines().find((one) => one !== line && one.variant_id === p_variant_id)
        const quantity = Number(line.quantity) + Number(same?.quantity ?? 0)
        const stock = stockOf(line.product_id, p_variant_id)
        if (quantity > stock) return outOfStock(stock)
        if (same) lines().splice(lines().indexOf(same), 1)
        return Object.assign(line, { variant_id: p_variant_id, quantity })
      },
      cart_merge(_args, { headers }) {
        for (const line of lines().filter(({ session_id }) => session_id === headers.get('x-session-id'))) {
          delete line.session_id
          Object.assign(line, ownerOf(shopper.id))
        }
      },
    },
    responses: {
      'PATCH /rest/v1/cart_items': async (request) => {
        const id = new URL(request.url).searchParams.get('id')
        const line = lines().find((one) => id === `eq.${String(one.id)}`)
        if (!line) return Response.json([])
        const result = setQuantity(line, Number((await request.json()).quantity))
        return result instanceof Response ? result : Response.json([result])
      },
    },
  })
  return {
    ...db,
    products,
    put,
    stored: () =>
      lines().map(
        ({ product_id, variant_id, quantity }) => `${String(quantity)} ${String(variant_id ?? product_id)}`,
      ),
  }
}

function CartText({ onCart }: { onCart: (cart: Cart) => void }) {
  const cart = useCart()
  useLayoutEffect(() => {
    onCart(cart)
  })
  const { lines, count, subtotalPence, status, busy } = cart
  const listed = lines
    .map((line) => `${line.quantity} ${lineName(line)} ${formatPence(line.linePence)}`)
    .join(', ')
  return (
    <output>{`${status}${busy ? ' busy' : ''}: ${count} [${listed}] ${formatPence(subtotalPence)}`}</output>
  )
}

/** A page that shows its cart as one line of text. @param onCart called with the cart of every render */
export const cartPage = (data: DataContextValue, onCart: (cart: Cart) => void, settings = testSettings) => (
  <DataProvider data={data}>
    <SettingsProvider value={settings}>
      <AuthProvider>
        <CartProvider>
          <CartText onCart={onCart} />
        </CartProvider>
      </AuthProvider>
    </SettingsProvider>
  </DataProvider>
)

/** A visitor's browser tab, and the shop it shows. */
interface CartTab {
  shop: FakeShop
  data: DataContextValue
  /** The cart of the last render. */
  readonly cart: Cart
  /** @param onCart called with the cart of every render */
  page(settings?: Settings, onCart?: (cart: Cart) => void): ReactElement
  /** Adds a line to the guest's cart. */
  guestWith(product: string, quantity: number, variant?: string | null): void
}

/** A test with a tab of its own. */
export const test = base.extend<{ tab: CartTab }>({
  tab: async ({}, provide) => {
    localStorage.clear()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the auth client counts its instances
    const shop = fakeShop()
    const data = shop.connect()
    let cart: Cart | undefined
    await provide({
      shop,
      data,
      get cart() {
        if (!cart) throw new Error('The page has not been rendered yet.')
        return cart
      },
      page: (settings, onCart) =>
        cartPage(
          data,
          (now) => {
            cart = now
            onCart?.(now)
          },
          settings,
        ),
      guestWith(product, quantity, variant = null) {
        shop.put(data.backend.guest.ensure(), product, quantity, variant)
      },
    })
    cleanup()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  },
})

/** Waits until the page shows the cart like this. */
export const shows = (text: string) =>
  waitFor(() => {
    expect(screen.getByRole('status').textContent).toBe(text)
  })

/** The error a call rejects with; undefined when it succeeds. */
export const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )
