import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { addToCart, complete, details, startCheckout, stockProduct } from './checkout-steps'
import { draftFixtures } from './draft-steps'
import { giftCardFixtures } from './gift-card-fixtures'
import { promotionFixtures } from './promotion-fixtures'
import { as, guest, type Visitor } from './visitor-fixtures'

/** What is bought: prices in pounds, quantities, how many pence the gift card holds, and the promotion's percentage. */
export interface Purchase {
  lines: readonly (readonly [price: number, quantity: number])[]
  cardPence?: number
  percent?: number
  method?: 'Standard' | 'Express'
  /** The provider of the payment by bank card. */
  provider?: 'simulated' | 'stripe'
  buyer?: Visitor
  /** Put together by staff and paid by a link, with the percentage as their discount. */
  drafted?: boolean
}

/** An order and what it was bought with. */
export interface Bought {
  id: string
  buyer: Visitor
  products: string[]
  /** Null without a gift card. */
  card: string | null
}

/** The amounts that a refund returns, in pounds. */
export interface RefundRequest {
  id?: string
  lines?: readonly { line: number; quantity: number; restock?: boolean }[]
  delivery?: number
  amount?: number | null
  reason?: string
  restock?: boolean
}

interface RefundResponse {
  id: string
  state: string
  amount: number
  card_amount: number
  gift_card_amount: number
  delivery_amount: number
  tax_amount: number
}

/** Figures of an order, in pounds. */
interface Figures {
  status: string
  payment_status: string
  marked_refunded: boolean
  total: number
  subtotal: number
  shipping: number
  tax: number
  gift_card: number
  refunded: number
  refunded_to_gift_card: number
  balance: number | null
}

/** What tests of refunds do: buy, refund, settle, look. @param staff who refunds */
export function refundFixtures(sql: Sql, staff: Visitor) {
  const cards = giftCardFixtures(sql)
  const promotions = promotionFixtures(sql)
  const drafts = draftFixtures(sql, staff)

  /** The checkout of a cart, with a promotion. */
  async function ofCart(visitor: Visitor, wanted: [string, number][], { percent, method }: Purchase) {
    for (const [product, quantity] of wanted) await addToCart(sql, visitor, product, quantity)
    const email = `${randomUUID().slice(0, 8)}@example.test`
    const checkout = await startCheckout(sql, visitor, await details(sql, method ?? 'Express', { email }))
    if (percent !== undefined)
      await promotions.apply(visitor, checkout, await promotions.promotion({ percent }))
    return checkout
  }

  /** The checkout of a draft that staff have sent to the visitor. */
  async function ofDraft({ user }: Visitor, wanted: [string, number][], { percent, method }: Purchase) {
    const [customer] = await sql<
      { id: string }[]
    >`select id from customers where user_id = ${user?.id ?? null}`
    const fields = await drafts.fields(wanted, {
      ...(customer && { customer_id: customer.id }),
      shipping_method_id: (await details(sql, method ?? 'Express')).shipping_method_id,
      ...(percent !== undefined && { discount: { percent, reason: 'Asked for it' } }),
    })
    const { total } = await drafts.price(fields)
    const sent = await drafts.send(await drafts.save(fields), total)
    return { session_id: sent.checkout_session_id ?? '' }
  }

  async function buy(purchase: Purchase): Promise<Bought> {
    const { lines, cardPence = 0, drafted = false, ...rest } = purchase
    const visitor = rest.buyer ?? guest()
    const wanted: [string, number][] = []
    for (const [price, quantity] of lines) wanted.push([await stockProduct(sql, price, 100), quantity])
    const products = wanted.map(([product]) => product)
    const checkout = await (drafted ? ofDraft : ofCart)(visitor, wanted, purchase)
    const card = cardPence > 0 ? await cards.card(cardPence) : null
    if (card) await cards.apply(visitor, checkout, card.code)
    const { order_id: id, checkout_session_id: session } = await complete(sql, visitor, checkout.session_id)
    await sql`update payment_attempts set provider = ${rest.provider ?? 'simulated'}
      where checkout_session_id = ${session}`
    return { id, buyer: visitor, products, card: card?.id ?? null }
  }

  async function refund(order: Bought, request: RefundRequest, by = staff): Promise<RefundResponse> {
    const {
      id = randomUUID(),
      lines = [],
      delivery = 0,
      amount = null,
      reason = '',
      restock = true,
    } = request
    const [row] = await as(
      sql,
      by,
      (tx) => tx<{ reply: RefundResponse }[]>`
        select refund_order(${id}, ${order.id}, ${JSON.stringify(lines)}::text::jsonb, ${delivery}, ${amount}, ${reason}, ${restock}) as reply`,
    )
    if (!row) throw new Error('no reply')
    return row.reply
  }

  const cancel = async (order: Bought, refunded: boolean, reason = 'Out of stock', by = staff) =>
    (await as(sql, by, (tx) => tx`select cancel_order(${order.id}, ${reason}, ${refunded}) as reply`))[0]
      ?.reply as unknown

  const setStatus = (order: Pick<Bought, 'id'>, change: { status?: string; payment_status?: string }) =>
    as(sql, staff, (tx) => tx`update orders set ${tx(change)} where id = ${order.id}`)

  /** As the worker does: with no error the provider has paid. @returns the state */
  const settle = async (id: string, error: string | null = null, final = false, reference = 're_1') =>
    (await sql`select settle_refund(${id}, ${reference}, ${error}, ${final}) as state`)[0]?.state as unknown

  const retry = (id: string) => as(sql, staff, (tx) => tx`select retry_refund(${id})`)

  /** As the webhook does when the provider says that a refund came back. @returns the state */
  const bounce = async (id: string, reference = 're_1') =>
    (await sql`select bounce_refund(${id}, ${reference}, 'The account is closed') as state`)[0]
      ?.state as unknown

  const payOtherwise = (id: string, note = 'Bank transfer', by = staff) =>
    as(sql, by, (tx) => tx`select pay_refund_otherwise(${id}, ${note})`)

  const giveUp = (id: string, note = '', by = staff) =>
    as(sql, by, (tx) => tx`select give_up_refund(${id}, ${note})`)

  /** Figures of an order in pounds, stock of its products and the balance of its card in pence. */
  async function look(order: Bought) {
    const [row] = await sql<Figures[]>`
      select status, payment_status, marked_refunded, total::float, subtotal::float, shipping_amount::float as shipping,
        tax_amount::float as tax, gift_card_amount::float as gift_card, refunded_amount::float as refunded,
        refunded_to_gift_card::float as refunded_to_gift_card,
        (select balance_pence from gift_cards where id = ${order.card}) as balance
      from orders where id = ${order.id}`
    const stock = await sql<{ left: number }[]>`
      select inventory_quantity as left from unnest(${order.products}::uuid[]) with ordinality as bought (id, place)
      join products using (id) order by place`
    if (!row) throw new Error('The order is gone')
    return { ...row, stock: stock.map(({ left }) => left) }
  }

  /** Letters of an order, oldest first. */
  const emails = (order: Bought, kind: string) =>
    sql<{ data: Record<string, unknown> }[]>`
      select data from email_outbox where order_id = ${order.id} and kind = ${kind} order by created_at, id`

  return {
    buy,
    refund,
    cancel,
    setStatus,
    settle,
    retry,
    bounce,
    payOtherwise,
    giveUp,
    look,
    emails,
    cards,
    promotions,
  }
}
