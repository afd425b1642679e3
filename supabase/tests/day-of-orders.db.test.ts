import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addToCart, complete, details, reserve, startCheckout, stockOf, stockProduct } from './checkout-steps'
import { draftFixtures } from './draft-steps'
import { giftCardSales } from './gift-card-fixtures'
import { callAs } from './office-steps'
import { orderEdits } from './order-edit-fixtures'
import { refundFixtures, type Bought, type Purchase } from './refund-fixtures'
import { testDatabase } from './test-database'
import { guest, signUpStaff } from './visitor-fixtures'

// Figures in pounds, worked out by hand. A price is charged at 0.79 of what is stored: 10 is 7.90, 19.99 is 15.79, 20 is 15.80, each half
// penny up. VAT is 20 % of the net goods. Standard delivery is 3.99 and free from 25 of goods, Express is 4.99. Each product had 100 pieces,
// those that edits and exchanges add 10.
const sold = `
  order                      |   net |  VAT | delivery | total | simulated | stripe | gift_card | exchange | stock  | balance
  half pennies, Standard     | 10.28 | 2.06 |     3.99 | 16.33 |     16.33 |        |           |          | 99 99  |
  Express                    | 31.58 | 6.32 |     4.99 | 42.89 |     42.89 |        |           |          | 98     |
  Standard, free from 25     | 31.58 | 6.32 |          | 37.90 |     37.90 |        |           |          | 98     |
  code of 12.5 %             | 20.73 | 4.15 |     3.99 | 28.87 |     28.87 |        |           |          | 98 99  |
  code of 5.00               | 10.80 | 2.16 |     3.99 | 16.95 |     16.95 |        |           |          | 99     |
  code for free delivery     |  7.90 | 1.58 |          |  9.48 |      9.48 |        |           |          | 99     |
  automatic 20 %             | 12.64 | 2.53 |     4.99 | 20.16 |     20.16 |        |           |          | 99     |
  buy two, get one           | 31.58 | 6.32 |     4.99 | 42.89 |     42.89 |        |           |          | 97     |
  code of 100 %              |       |      |     3.99 |  3.99 |      3.99 |        |           |          | 99     |
  gift card, part            | 15.80 | 3.16 |     4.99 | 23.95 |     18.95 |        |      5.00 |          | 99     |    0.00
  gift card, whole           |  7.90 | 1.58 |     4.99 | 14.47 |           |        |     14.47 |          | 99     |    5.53
  gift card sold             | 50.00 |      |          | 50.00 |     50.00 |        |           |          |        |   50.00
  draft, 10 % off, by link   | 35.55 | 7.11 |     4.99 | 47.65 |     47.65 |        |           |          | 98     |
  draft, by telephone        | 39.50 | 7.90 |     4.99 | 52.39 |     52.39 |        |           |          | 98     |
  edited to fewer            | 23.70 | 4.74 |     4.99 | 33.43 |     33.43 |        |           |          | 99 99  |
  edited to more             | 31.60 | 6.32 |     4.99 | 42.91 |     42.91 |        |           |          | 99 9   |
  edited, gift card          |  7.90 | 1.58 |     4.99 | 14.47 |           |        |     14.47 |          | 99     |    5.53
  edit not yet paid          |  7.90 | 1.58 |     4.99 | 14.47 |     14.47 |        |           |          | 99 10  |
  part shipped               | 43.45 | 8.69 |     4.99 | 57.13 |     57.13 |        |           |          | 98 97  |
  exchanged for cheaper      | 15.79 | 3.16 |     4.99 | 23.94 |     23.94 |        |           |          | 99     |
  cheaper replacement        |  3.94 | 0.79 |          |  4.73 |           |        |           |     4.73 | 9      |
  exchanged for dearer       |  7.90 | 1.58 |     3.99 | 13.47 |     13.47 |        |           |          | 100    |
  dearer replacement         | 15.80 | 3.16 |          | 18.96 |      9.48 |        |           |     9.48 | 9      |
  a piece refunded           | 31.58 | 6.32 |     4.99 | 42.89 |           |  42.89 |           |          | 99     |
  an amount refunded         | 31.58 | 6.32 |     4.99 | 42.89 |     22.89 |        |     20.00 |          | 98     |    7.11
  refund not yet settled     |  7.90 | 1.58 |     4.99 | 14.47 |           |  14.47 |           |          | 99     |
  cancelled and refunded     | 15.80 | 3.16 |     3.99 | 22.95 |     22.95 |        |           |          | 100    |
  cancelled, card kept       | 15.80 | 3.16 |     4.99 | 23.95 |     13.95 |        |     10.00 |          | 100    |   10.00
  returned, one of two       | 39.48 | 7.90 |          | 47.38 |     47.38 |        |           |          | 99 99  |
  refunded by hand           |  7.90 | 1.58 |     4.99 | 14.47 |     14.47 |        |           |          | 100    |`
const givenBack = `
  order                      |   net |  VAT | delivery | total | simulated | stripe | gift_card | exchange | hand
  exchanged for cheaper      |  7.90 | 1.58 |          |  9.48 |      4.75 |        |           |     4.73 |
  exchanged for dearer       |  7.90 | 1.58 |          |  9.48 |           |        |           |     9.48 |
  a piece refunded           | 15.79 | 3.16 |          | 18.95 |           |  18.95 |           |          |
  an amount refunded         | 25.00 | 5.00 |          | 30.00 |     22.89 |        |      7.11 |          |
  cancelled and refunded     | 15.80 | 3.16 |     3.99 | 22.95 |     22.95 |        |           |          |
  cancelled, card kept       |  8.33 | 1.67 |          | 10.00 |           |        |     10.00 |          |
  returned, one of two       | 23.69 | 4.74 |          | 28.43 |     28.43 |        |           |          |
  refunded by hand           |  7.90 | 1.58 |     4.99 | 14.47 |           |        |           |          | 14.47`

type Row = Readonly<Record<string, string>>
/** The rows of a table, their cells by its heading. */
function rowsOf(table: string): Row[] {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return rows.map((cells) => Object.fromEntries(head.map((name, place) => [name, cells[place] ?? ''])))
}
const pence = (pounds: unknown) => Math.round(Number(pounds) * 100)
const sum = (rows: readonly Readonly<Record<string, unknown>>[], ...columns: string[]) =>
  rows.reduce((total, row) => columns.reduce((all, column) => all + pence(row[column] ?? 0), total), 0)

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const shop = refundFixtures(sql, staff)
const { edit } = orderEdits(sql, staff)
const drafts = draftFixtures(sql, staff)
const cardSales = giftCardSales(sql)

type Order = Pick<Bought, 'id' | 'products' | 'card'>

/** An order with a promotion by code, or an automatic one for its product. */
async function promoted(
  [price, quantity]: readonly [number, number],
  method: string,
  terms: Record<string, unknown>,
): Promise<Order> {
  const buyer = guest()
  const product = await stockProduct(sql, price, 100)
  await addToCart(sql, buyer, product, quantity)
  const code = await shop.promotions.promotion(
    terms.is_automatic ? { ...terms, applies_to: 'products', product_ids: [product] } : terms,
  )
  const checkout = await startCheckout(
    sql,
    buyer,
    await details(sql, method, { email: `${randomUUID()}@example.test` }),
  )
  if (!terms.is_automatic) await shop.promotions.apply(buyer, checkout, code)
  const { order_id: id } = await complete(sql, buyer, checkout.session_id)
  return { id, products: [product], card: null }
}

async function cardSold(): Promise<Order> {
  const buyer = guest()
  const checkout = await cardSales.begin(buyer)
  await reserve(sql, buyer, checkout)
  const { order_id: id } = await complete(sql, buyer, checkout.session_id)
  const [card] = await sql<{ id: string }[]>`
    select gift_card_id as id from gift_card_entries where order_id = ${id} and kind = 'issued'`
  return { id, products: [], card: card?.id ?? null }
}

async function byTelephone(): Promise<Order> {
  const product = await stockProduct(sql, 25, 100)
  const fields = await drafts.fields([[product, 2]])
  const { total } = await drafts.price(fields)
  const { order_id: id } = await drafts.take(await drafts.save(fields), total)
  return { id: id ?? '', products: [product], card: null }
}

/** An order to which an edit adds a piece of another product at 30. */
async function withOneMore(takePayment: boolean): Promise<Order> {
  const order = await shop.buy({ lines: [[10, 1]] })
  const added = await stockProduct(sql, 30, 10)
  await edit(order, {
    lines: [
      { line: 0, quantity: 1 },
      { product_id: added, quantity: 1 },
    ],
    takePayment,
  })
  return { ...order, products: [...order.products, added] }
}

/** An order of which a piece of each line has come back; that of a second line is damaged. */
async function sentBack(purchase: Purchase) {
  const order = await shop.buy(purchase)
  await shop.setStatus(order, { status: 'delivered' })
  const id = randomUUID()
  const lines = purchase.lines.map((_, line) => ({ line, quantity: 1 }))
  await callAs(sql, staff, 'open_return', {
    p_id: id,
    p_order: order.id,
    p_lines: lines.map((part) => ({ ...part, reason: 'faulty', sealed: false })),
  })
  await callAs(sql, staff, 'receive_return', {
    p_id: id,
    p_lines: lines.map(({ line }) => ({
      line,
      received: 1,
      condition: line > 0 ? 'damaged' : 'as_new',
      restock: line === 0,
    })),
  })
  return { order, id }
}

/** An order of which a piece is exchanged for a product. @returns both orders */
async function exchanged(purchase: Purchase, price: number): Promise<[Order, Order]> {
  const { order, id } = await sentBack(purchase)
  const product = await stockProduct(sql, price, 10)
  const lines = [{ product_id: product, quantity: 1 }]
  const { total } = await callAs<{ total: number }>(sql, staff, 'quote_exchange', {
    p_id: id,
    p_lines: lines,
  })
  const replacement = await callAs<{ order_id: string }>(sql, staff, 'exchange_return', {
    p_id: id,
    p_refund: randomUUID(),
    p_lines: lines,
    p_expected_total: total,
  })
  return [order, { id: replacement.order_id, products: [product], card: null }]
}

/** An order after what was done to it. */
async function after(purchase: Purchase, change: (order: Bought) => Promise<unknown>): Promise<Order> {
  const order = await shop.buy(purchase)
  await change(order)
  return order
}

/** Does the day's work. @returns its orders in the order of the table */
async function workTheDay(): Promise<Order[]> {
  const plain = { lines: [[10, 1]] } as const
  const pair = { lines: [[19.99, 2]] } as const
  const two = {
    lines: [
      [10, 2],
      [9.99, 1],
    ],
  } as const
  return [
    await shop.buy({
      lines: [
        [12.5, 1],
        [0.5, 1],
      ],
      method: 'Standard',
    }),
    await after(pair, (order) => shop.setStatus(order, { status: 'completed' })),
    await shop.buy({ ...pair, method: 'Standard' }),
    await shop.buy({ ...two, percent: 12.5, method: 'Standard' }),
    await promoted([20, 1], 'Standard', { kind: 'amount', amount_pence: 500 }),
    await promoted([10, 1], 'Express', { kind: 'free_delivery' }),
    await promoted([20, 1], 'Express', { is_automatic: true, kind: 'percent', percent: 20 }),
    await promoted([19.99, 3], 'Express', {
      is_automatic: true,
      kind: 'buy_get',
      buy_quantity: 2,
      get_quantity: 1,
      percent: 100,
    }),
    await shop.buy({ ...plain, percent: 100, method: 'Standard' }),
    await shop.buy({ lines: [[20, 1]], cardPence: 500 }),
    await shop.buy({ ...plain, cardPence: 2000 }),
    await cardSold(),
    await shop.buy({ lines: [[25, 2]], percent: 10, drafted: true }),
    await byTelephone(),
    await after(
      {
        lines: [
          [10, 3],
          [20, 1],
        ],
      },
      (order) =>
        edit(order, {
          lines: [
            { line: 0, quantity: 1 },
            { line: 1, quantity: 1 },
          ],
        }),
    ),
    await withOneMore(true),
    await after({ lines: [[10, 2]], cardPence: 2000 }, (order) =>
      edit(order, { lines: [{ line: 0, quantity: 1 }] }),
    ),
    await withOneMore(false),
    await after(
      {
        lines: [
          [20, 2],
          [5, 3],
        ],
      },
      ({ id }) =>
        callAs(sql, staff, 'add_shipment', {
          p_order: id,
          p_lines: [{ line: 0, quantity: 1 }],
          p_carrier: 'DPD',
          p_tracking_number: 'T1',
          p_status: 'shipped',
        }),
    ),
    ...(await exchanged({ ...pair, percent: 50 }, 9.99)),
    ...(await exchanged({ ...plain, method: 'Standard' }, 20)),
    await after({ ...pair, provider: 'stripe' }, async (order) =>
      shop.settle((await shop.refund(order, { lines: [{ line: 0, quantity: 1 }] })).id),
    ),
    await after({ ...pair, cardPence: 2000 }, (order) => shop.refund(order, { amount: 30 })),
    await after({ ...plain, provider: 'stripe' }, (order) => shop.refund(order, { delivery: 4.99 })),
    await after({ lines: [[10, 2]], method: 'Standard' }, (order) => shop.cancel(order, true)),
    await after({ lines: [[20, 1]], cardPence: 1000 }, (order) => shop.cancel(order, false)),
    await sentBack({
      lines: [
        [19.99, 2],
        [10, 1],
      ],
      method: 'Standard',
    }).then(async ({ order, id }) => {
      await callAs(sql, staff, 'refund_return', { p_id: id, p_refund: randomUUID() })
      return order
    }),
    await after(plain, (order) => shop.setStatus(order, { payment_status: 'refunded' })),
  ]
}

const today = async () =>
  (await sql<{ day: string }[]>`select private.london_day(now())::text as day`)[0]?.day ?? ''
const from = await today()
const orders = await workTheDay()
/** The day, and the next where midnight has passed meanwhile. */
const period = { from, to: await today() }
const bought = rowsOf(sold)
const returned = rowsOf(givenBack)
const names = bought.map(({ order = '' }) => order)
const numbers = new Map(
  (await sql<{ id: string; number: string }[]>`select id, order_number as number from orders`).map(
    ({ id, number }) => [number, names[orders.findIndex((order) => order.id === id)] ?? id],
  ),
)

type Exported = Readonly<Record<string, unknown>>
async function exported(kind: string): Promise<Exported[]> {
  const id = await callAs<string>(sql, staff, 'start_export', { p_kind: kind, p_filter: period })
  const { rows, next } = await callAs<{ rows: Exported[]; next: string | null }>(sql, staff, 'export_rows', {
    p_export: id,
  })
  expect(next).toBeNull()
  return rows
}

test('the table agrees with itself', () => {
  expect(bought).toHaveLength(30)
  for (const row of [...bought, ...returned]) {
    expect(sum([row], 'net', 'VAT', 'delivery'), row.order).toBe(pence(row.total))
    expect(sum([row], 'simulated', 'stripe', 'gift_card', 'exchange', 'hand'), row.order).toBe(
      pence(row.total),
    )
  }
})

test('the file of orders has each of them as worked out, and what went back of it', async () => {
  const rows = await exported('orders')
  const figures = (order: string, table: readonly Row[]) => table.filter((row) => row.order === order)
  const found = Object.fromEntries(
    rows.map((row) => [
      numbers.get(String(row.number)),
      [
        ...['net', 'tax', 'delivery', 'total', 'card', 'gift_card'],
        ...['refunded', 'refunded_tax', 'refunded_delivery', 'refunded_to_gift_card'],
      ].map((column) => pence(row[column])),
    ]),
  )
  const expected = Object.fromEntries(
    names.map((name) => {
      const [sale, refund] = [figures(name, bought), figures(name, returned)]
      const columns = ['net', 'VAT', 'delivery', 'total'].map((column) => sum(sale, column))
      return [
        name,
        [
          ...columns,
          sum(sale, 'simulated', 'stripe'),
          sum(sale, 'gift_card', 'exchange'),
          ...['total', 'VAT', 'delivery', 'gift_card'].map((column) => sum(refund, column)),
        ],
      ]
    }),
  )
  expect(found).toEqual(expected)
})

test('the file of order lines adds up to the goods and the VAT', async () => {
  const rows = await exported('order_lines')
  for (const [place, name] of names.entries()) {
    const lines = rows.filter(({ number }) => numbers.get(String(number)) === name)
    expect([name, sum(lines, 'net'), sum(lines, 'tax'), sum(lines, 'gross')]).toEqual([
      name,
      pence(bought[place]?.net),
      pence(bought[place]?.VAT),
      sum(bought.slice(place, place + 1), 'net', 'VAT'),
    ])
  }
  expect(sum(rows, 'gross')).toBe(sum(bought, 'net', 'VAT'))
})

test('the takings of the day are the sums of the table, by means and by rate', async () => {
  const found = await callAs<Record<'sales' | 'refunds', Exported> & Record<'means' | 'rates', Exported[]>>(
    sql,
    staff,
    'office_takings',
    { p_from: period.from, p_to: period.to },
  )
  const parts = (total: Exported) => ['net', 'tax', 'delivery', 'total'].map((part) => pence(total[part]))
  const sums = (table: readonly Row[]) =>
    ['net', 'VAT', 'delivery', 'total'].map((column) => sum(table, column))
  expect([found.sales.count, parts(found.sales)]).toEqual([30, sums(bought)])
  // The rest of the cheaper exchange is a refund of its own.
  expect([found.refunds.count, parts(found.refunds)]).toEqual([9, sums(returned)])
  const means = ['exchange', 'gift_card', 'hand', 'simulated', 'stripe']
  expect(
    found.means
      .map((row) => [row.means, pence(row.sales), pence(row.refunds)])
      .sort((one, other) => String(one[0]).localeCompare(String(other[0]))),
  ).toEqual(means.map((each) => [each, sum(bought, each), sum(returned, each)]))
  const cards = bought.filter(({ order }) => order === 'gift card sold')
  expect(
    found.rates.map((row) => [
      row.vat_rate,
      ...['net', 'tax', 'refunded_net', 'refunded_tax'].map((part) => pence(row[part])),
    ]),
  ).toEqual([
    [
      0.2,
      sum(bought, 'net') - sum(cards, 'net'),
      sum(bought, 'VAT'),
      sum(returned, 'net'),
      sum(returned, 'VAT'),
    ],
    [0, sum(cards, 'net'), 0, 0, 0],
  ])
})

test('the dashboard has the money that came in less what went out again', async () => {
  const money = sum(bought, 'simulated', 'stripe') - sum(returned, 'simulated', 'stripe', 'hand')
  // Completed are one order of 42.89 and the gift card of 50.00.
  const revenue = 9289
  // Refunds are those that staff made (docs/decisions/0028): 143.76 less 10.00 and 14.47, which a status returned.
  const refunds = 11929
  const stats = await callAs<Exported>(sql, staff, 'dashboard_stats', {})
  expect([stats.orders_total, pence(stats.revenue), pence(stats.paid)]).toEqual([30, revenue, money])
  const { series, total } = await callAs<{ series: Exported[]; total: Exported }>(
    sql,
    staff,
    'sales_series',
    { p_from: period.from, p_to: period.to, p_unit: 'day' },
  )
  for (const rows of [series, [total]])
    expect([sum(rows, 'orders'), sum(rows, 'revenue'), sum(rows, 'paid'), sum(rows, 'refunded')]).toEqual([
      3000,
      revenue,
      money,
      refunds,
    ])
})

test('stock is what was there less what left and what came back, and gift cards hold what is left', async () => {
  const found: [string, string, string][] = []
  for (const [place, { products, card }] of orders.entries()) {
    const stock: (number | undefined)[] = []
    for (const product of products) stock.push(await stockOf(sql, product))
    const balance = card === null ? '' : (((await shop.cards.balance(card)) ?? 0) / 100).toFixed(2)
    found.push([names[place] ?? '', stock.join(' '), balance])
  }
  expect(found).toEqual(bought.map(({ order, stock, balance }) => [order, stock, balance]))
})
