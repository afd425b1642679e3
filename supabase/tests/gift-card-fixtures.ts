import type { Sql } from 'postgres'
import { addToCart, details, startCheckout, stockProduct, type Checkout } from './checkout-steps'
import { as, guest, type Visitor } from './visitor-fixtures'

export interface Reply {
  state: string
  due: number
  gift_card_amount: number
}

/** What tests of paying by gift card do: make one, look at it, pay with it. */
export function giftCardFixtures(sql: Sql) {
  async function card(pence: number): Promise<{ id: string; code: string }> {
    const [row] = await sql<{ code: string; id: string }[]>`
    with made as materialized (select private.new_gift_card(${pence}) as code) select code, null as id from made`
    const [found] = await sql<
      { id: string }[]
    >`select id from gift_cards where code_hash = private.gift_card_hash(${row?.code ?? ''})`
    return { code: row?.code ?? '', id: found?.id ?? '' }
  }
  async function balance(id: string): Promise<number | undefined> {
    const [row] = await sql<
      { balance: number }[]
    >`select balance_pence as balance from gift_cards where id = ${id}`
    return row?.balance
  }

  async function apply(
    visitor: Visitor,
    checkout: Pick<Checkout, 'session_id'>,
    code: string | null,
  ): Promise<Reply> {
    const [row] = await as(
      sql,
      visitor,
      (tx) => tx<{ reply: Reply }[]>`select apply_gift_card(${checkout.session_id}, ${code}) as reply`,
    )
    if (!row) throw new Error('no reply')
    return row.reply
  }
  const check = async (visitor: Visitor, code: string) =>
    (await as(sql, visitor, (tx) => tx`select check_gift_card(${code}) as reply`))[0]?.reply

  /** A guest with a checkout of £42.89: £31.58, VAT £6.32, Express £4.99. */
  async function buyer(code: string | null) {
    const visitor = guest()
    await addToCart(sql, visitor, await stockProduct(sql, 19.99, 50), 2)
    const checkout = await startCheckout(sql, visitor, await details(sql, 'Express'))
    return { visitor, checkout, reply: await apply(visitor, checkout, code) }
  }

  return { card, balance, apply, check, buyer }
}

/** The buyer of a card, and its amount in pounds. */
export const request = { email: 'giver@example.test', first_name: 'Ada', last_name: 'Giver', amount: 50 }

interface Mail {
  recipient: string
  data: { token: string; message: string | null; giver: string | null; amount: number }
}

/** What tests of selling gift cards do: begin to buy one, read its emails, look at it. */
export function giftCardSales(sql: Sql) {
  async function begin(visitor: Visitor, changes: Record<string, unknown> = {}): Promise<Checkout> {
    const [row] = await as(
      sql,
      visitor,
      (tx) => tx<Checkout[]>`
    select session_id, status, subtotal, tax_amount, shipping_amount, total from start_gift_card(${JSON.stringify({ ...request, ...changes })}::text::jsonb)`,
    )
    if (!row) throw new Error('no checkout')
    return row
  }
  const cardMails = (order: string) =>
    sql<Mail[]>`select recipient, data from email_outbox where order_id = ${order} and kind = 'gift_card'`
  const cardOf = async (order: string) =>
    (
      await sql<{ balance: number; state: string }[]>`
  select balance_pence as balance, state from gift_cards where id = (select gift_card_id from gift_card_entries where order_id = ${order} and kind = 'issued')`
    )[0]

  return { begin, cardMails, cardOf }
}
