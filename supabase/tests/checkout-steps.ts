import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { as, type Visitor } from './visitor-fixtures'

/** The parts of a checkout session that tests look at; money in pounds, as text. */
export interface Checkout {
  session_id: string
  status: string
  subtotal: string
  tax_amount: string
  shipping_amount: string
  total: string
}

/** The reply to a completed checkout. */
export interface Receipt {
  order_id: string
  order_number: string
  checkout_session_id: string
  total: number
  status: string
}

/** A product of its own for one test. @param price pounds */
export async function stockProduct(sql: Sql, price: number, quantity: number): Promise<string> {
  const name = randomUUID()
  const [row] = await sql<{ id: string }[]>`
    insert into products (slug, name, price, inventory_quantity, sku, track_inventory)
    values (${name}, ${name}, ${price}, ${quantity}, ${name}, false) returning id`
  return row?.id ?? ''
}

/** The stock of a product. */
export async function stockOf(sql: Sql, productId: string): Promise<number | undefined> {
  const [row] = await sql<
    { inventory_quantity: number }[]
  >`select inventory_quantity from products where id = ${productId}`
  return row?.inventory_quantity
}

export function addToCart(sql: Sql, visitor: Visitor, productId: string, quantity = 1): Promise<void> {
  return as(sql, visitor, async (tx) => {
    await tx`select cart_add(${productId}, ${quantity})`
  })
}

/** Valid checkout details with some of them replaced. */
export async function details(
  sql: Sql,
  method = 'Standard',
  changes: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const [row] = await sql<{ id: string }[]>`select id from shipping_methods where name = ${method}`
  return {
    email: 'guest@example.test',
    first_name: 'Ada',
    last_name: 'Guest',
    shipping_address: { address_line_1: '1 High Street', city: 'London', postal_code: 'SW1A 1AA' },
    shipping_method_id: row?.id ?? '',
    ...changes,
  }
}

export function startCheckout(sql: Sql, visitor: Visitor, given: Record<string, unknown>): Promise<Checkout> {
  return as(sql, visitor, async (tx) => {
    const [row] = await tx<Checkout[]>`
      select session_id, status, subtotal, tax_amount, shipping_amount, total
      from start_checkout(${JSON.stringify(given)}::text::jsonb)`
    if (!row) throw new Error('no checkout session')
    return row
  })
}

export function complete(
  sql: Sql,
  visitor: Visitor,
  sessionId: string,
  key: string = randomUUID(),
): Promise<Receipt> {
  return as(sql, visitor, async (tx) => {
    const [row] = await tx<{ reply: Receipt }[]>`select complete_checkout(${sessionId}, ${key}) as reply`
    if (!row) throw new Error('no reply')
    return row.reply
  })
}

/** Begins the payment: stock, price and code are held. */
export function reserve(sql: Sql, visitor: Visitor, { session_id }: Pick<Checkout, 'session_id'>) {
  return as(sql, visitor, (tx) => tx`select reserve_checkout(${session_id})`)
}

/** Fills a cart with one product and starts its checkout. */
export async function readyToPay(
  sql: Sql,
  visitor: Visitor,
  productId: string,
  quantity = 1,
  method = 'Standard',
): Promise<Checkout> {
  await addToCart(sql, visitor, productId, quantity)
  return startCheckout(sql, visitor, await details(sql, method))
}
