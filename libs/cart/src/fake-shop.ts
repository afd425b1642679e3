import { createBackend, createQueryClient, type DataContextValue } from '@shop/supabase'
import { vi } from 'vitest'

interface FakeLine {
  id: string
  product_id: string
  variant_id: string | null
  quantity: number
  owner: string
  created_at: string
}

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

export const products: Record<string, FakeProduct> = {
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

export const shopperId = '11111111-1111-4111-8111-111111111111'

/** Stores a session of the shopper in this browser. */
export function storeSession() {
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  const user = { id: shopperId, email: 'shopper@aurelle.test', user_metadata: {} }
  localStorage.setItem(
    'aurelle_auth',
    JSON.stringify({
      access_token: 'a.b.c',
      refresh_token: 'r',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at,
      user,
    }),
  )
}

const refusal = (available: number) =>
  Response.json(
    {
      code: 'PT409',
      message: `Only ${available} items available.`,
      details: String(available),
      hint: 'insufficient_stock',
    },
    { status: 409 },
  )

/** The tables and functions of the cart at the level of HTTP; `hold` blocks writes until its result is called. */
export function fakeShop() {
  let lines: FakeLine[] = []
  let made = 0
  let down = false
  let gate: Promise<void> = Promise.resolve()
  const requests: string[] = []

  const now = () => new Date(Date.UTC(2026, 0, 1) + made).toISOString()
  const put = (
    owner: string,
    product_id: string,
    quantity: number,
    variant_id: string | null = null,
    created_at = now(),
  ) => {
    const line = { id: `line-${(made += 1)}`, product_id, variant_id, quantity, owner, created_at }
    lines.push(line)
    return line
  }

  const shown = ({ product_id, ...line }: FakeLine) => {
    const product = products[product_id]
    return {
      ...line,
      product_id,
      product: product?.is_active
        ? { slug: product_id, images: [`/media/${product_id}.webp`], ...product }
        : null,
    }
  }

  const stockOf = (product_id: string, variant_id: string | null) => {
    const product = products[product_id]
    const unit = variant_id ? product?.variants?.find(({ id }) => id === variant_id) : product
    return unit?.inventory_quantity ?? 0
  }

  const write = (
    owner: string,
    product_id: string,
    more: number,
    variant_id: string | null,
    since?: string,
  ) => {
    const stock = stockOf(product_id, variant_id)
    const line = lines.find(
      (other) => other.owner === owner && other.product_id === product_id && other.variant_id === variant_id,
    )
    if ((line?.quantity ?? 0) + more > stock) return refusal(stock)
    if (line) {
      line.quantity += more
      return Response.json(shown(line))
    }
    return Response.json(shown(put(owner, product_id, more, variant_id, since)))
  }

  const changeVariant = (line: FakeLine | undefined, variant_id: string) => {
    if (!line)
      return Response.json(
        { code: 'PT404', message: 'This item is no longer in your cart.', hint: 'line_not_found' },
        { status: 404 },
      )
    const same = lines.find(
      (other) => other !== line && other.owner === line.owner && other.variant_id === variant_id,
    )
    const quantity = line.quantity + (same?.quantity ?? 0)
    const stock = stockOf(line.product_id, variant_id)
    if (quantity > stock) return refusal(stock)
    lines = lines.filter((other) => other !== same)
    Object.assign(line, { variant_id, quantity })
    return Response.json(shown(line))
  }

  const change = (line: FakeLine | undefined, quantity: number) => {
    if (!line) return Response.json([])
    const stock = stockOf(line.product_id, line.variant_id)
    if (quantity > stock) return refusal(stock)
    line.quantity = quantity
    return Response.json([shown(line)])
  }

  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const call = `${request.method} ${pathname.replace('/rest/v1/', '')}`
    requests.push(call)
    if (down) return Response.json({ code: 'XX000', message: 'internal error' }, { status: 500 })
    const session = request.headers.get('x-session-id')
    const caller = request.headers.has('authorization') ? shopperId : (session ?? '')
    const only = (name: string) => searchParams.get(name)?.replace('eq.', '')
    const body: Record<string, string & number> =
      request.method === 'POST' || request.method === 'PATCH'
        ? JSON.parse((await request.text()) || '{}')
        : {}
    if (request.method !== 'GET') await gate
    switch (call) {
      case 'GET cart_items': {
        const owner = only('session_id') ?? only('customers.user_id')
        return Response.json(
          lines
            .filter((line) => line.owner === owner)
            .sort((one, other) => (one.created_at < other.created_at ? -1 : 1))
            .map(shown),
        )
      }
      case 'POST rpc/cart_add':
        return write(
          caller,
          body.p_product_id ?? '',
          body.p_quantity ?? 0,
          body.p_variant_id ?? null,
          body.p_since,
        )
      case 'POST rpc/cart_change_variant':
        return changeVariant(
          lines.find(({ id }) => id === body.p_item_id),
          body.p_variant_id ?? '',
        )
      case 'POST rpc/cart_merge':
        lines.forEach((line) => {
          if (line.owner === session) line.owner = shopperId
        })
        return new Response(null, { status: 204 })
      case 'PATCH cart_items':
        return change(
          lines.find(({ id }) => id === only('id')),
          body.quantity ?? 0,
        )
      case 'DELETE cart_items':
        lines = lines.filter(({ id }) => id !== only('id'))
        return new Response(null, { status: 204 })
      case 'GET /auth/v1/user':
        return Response.json({ id: shopperId, email: 'shopper@aurelle.test', user_metadata: {} })
      default:
        return Response.json([])
    }
  }
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => answer(new Request(input, init)))

  const tab = (): DataContextValue => ({
    backend: createBackend({ url: 'http://backend.test', key: 'publishable' }),
    queryClient: createQueryClient(),
  })
  return {
    tab,
    requests,
    put,
    stored: () =>
      lines.map(({ product_id, variant_id, quantity }) => `${quantity} ${variant_id ?? product_id}`),
    empty: () => {
      lines.length = 0
    },
    hold() {
      let release: () => void = () => undefined
      gate = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        release()
      }
    },
    goDown: () => {
      down = true
    },
    comeUp: () => {
      down = false
    },
  }
}
