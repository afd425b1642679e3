import { randomUUID } from 'node:crypto'

/** The backend as a visitor reaches it. */
export interface Access {
  url: string
  key: string
}

async function call<T>(
  { url, key }: Access,
  route: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(`${url}/rest/v1/${route}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { apikey: key, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${route} answered ${String(response.status)}: ${await response.text()}`)
  return response.json() as Promise<T>
}

/** Runs tasks with so many at a time and gives how many were done a second. */
async function rate(tasks: (() => Promise<unknown>)[], atOnce: number): Promise<number> {
  const from = performance.now()
  const left = tasks.values()
  const work = async () => {
    for (const task of left) await task()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return tasks.length / ((performance.now() - from) / 1000)
}

/** Lists of all products with their category, requests a second. */
export function listRate(access: Access, requests = 1000): Promise<number> {
  const list = () =>
    call(
      access,
      'products?select=id,slug,name,price,images,category:categories(id,name,slug)&is_active=eq.true&order=created_at.desc,id&limit=24',
    )
  return rate(
    Array.from({ length: requests }, () => list),
    20,
  )
}

interface Prepared {
  session: string
  headers: Record<string, string>
}

/** Measures how many payments a second complete: the checkouts are prepared first, then all are paid. */
export async function orderRate(access: Access, orders = 200): Promise<{ prepared: number; paid: number }> {
  const [product] = await call<{ id: string }[]>(access, 'products?select=id&slug=eq.atelier-gift-box')
  const [method] = await call<{ id: string }[]>(access, 'shipping_methods?select=id&name=eq.Standard')
  const checkouts: Prepared[] = []
  let buyers = 0
  const prepare = async () => {
    buyers += 1
    // Each at an address of their own, as buyers are: one address may begin so many checkouts an hour.
    const address = `10.0.${String(buyers >> 8)}.${String(buyers & 255)}`
    const headers = {
      'x-forwarded-for': address,
      'x-session-id': `session_${randomUUID().replaceAll('-', '')}`,
    }
    await call(access, 'rpc/cart_add', { p_product_id: product?.id, p_quantity: 1 }, headers)
    const p_details = {
      email: 'bench@example.test',
      first_name: 'B',
      last_name: 'Ench',
      shipping_method_id: method?.id,
      shipping_address: { address_line_1: '1 High Street', city: 'London', postal_code: 'SW1A 1AA' },
    }
    const { session_id: session } = await call<{ session_id: string }>(
      access,
      'rpc/start_checkout',
      { p_details },
      headers,
    )
    checkouts.push({ session, headers: { ...headers, 'x-checkout-session': session } })
  }
  const prepared = await rate(
    Array.from({ length: orders }, () => prepare),
    10,
  )
  const pay =
    ({ session, headers }: Prepared) =>
    () =>
      call(
        access,
        'rpc/complete_checkout',
        { p_session_id: session, p_idempotency_key: randomUUID() },
        headers,
      )
  const paid = await rate(checkouts.map(pay), 10)
  return { prepared, paid }
}
