import type { Sql } from 'postgres'
import { addToCart, details, reserve, startCheckout, stockProduct, type Checkout } from './checkout-steps'
import { as, guest, type Visitor } from './visitor-fixtures'

export interface Applied {
  state: string
  code?: string
  minimum_pence?: number
  discount_amount: number
  tax_amount: number
  shipping_amount: number
  total: number
}

/** What tests of promotions do: make one, use it, pay with it. */
export function promotionFixtures(sql: Sql) {
  let made = 0
  const unique = () => String(++made)

  /** A promotion of its own for one test. @returns its code */
  async function promotion(terms: Record<string, unknown>): Promise<string> {
    const code = `Code-${unique()}`
    await sql`insert into promotions ${sql({ code, kind: 'percent', ...(terms.kind ? {} : { percent: 10 }), ...terms })}`
    return code
  }
  async function apply(visitor: Visitor, checkout: Checkout, code: string | null): Promise<Applied> {
    const [row] = await as(
      sql,
      visitor,
      (tx) => tx<{ reply: Applied }[]>`select apply_promotion(${checkout.session_id}, ${code}) as reply`,
    )
    if (!row) throw new Error('no reply')
    return row.reply
  }
  async function check(visitor: Visitor, code: string): Promise<{ state: string }> {
    const [row] = await as(
      sql,
      visitor,
      (tx) => tx<{ reply: { state: string } }[]>`select check_promotion(${code}) as reply`,
    )
    return row?.reply ?? { state: 'no reply' }
  }
  const hold = (visitor: Visitor, checkout: Checkout) => reserve(sql, visitor, checkout)
  const fail = (visitor: Visitor, checkout: Checkout) =>
    as(sql, visitor, (tx) => tx`select fail_checkout(${checkout.session_id})`)

  /** A guest with £31.58 of goods and a checkout with the code, by Express. */
  async function buyer(code: string | null, visitor = guest(), changes: Record<string, unknown> = {}) {
    await addToCart(sql, visitor, await stockProduct(sql, 19.99, 50), 2)
    const checkout = await startCheckout(
      sql,
      visitor,
      await details(sql, 'Express', { email: `${unique()}@example.test`, ...changes }),
    )
    return { visitor, checkout, reply: await apply(visitor, checkout, code) }
  }
  return { promotion, apply, check, reserve: hold, fail, buyer, unique }
}
