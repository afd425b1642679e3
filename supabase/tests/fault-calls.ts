import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { addToCart, complete, details, readyToPay, stockProduct } from './checkout-steps'
import { addVariant, sizedProduct } from './variant-fixtures'
import { as, guest, signUp, type Visitor } from './visitor-fixtures'

/** A call to make wholly or not at all. */
interface Call {
  visitor: Visitor
  statement: string
}

/** A guest with two products and two sizes of a third in the cart, and a checkout that holds them. */
export async function reserved(sql: Sql): Promise<{ buyer: Visitor; session: string }> {
  const buyer = guest()
  const robe = await sizedProduct(sql, { S: 5, M: 2, L: 0 }, { prices: { M: 45 } })
  await addVariant(sql, buyer, robe, 'S', 2)
  await addVariant(sql, buyer, robe, 'M', 2)
  await addToCart(sql, buyer, await stockProduct(sql, 10, 9), 2)
  const { session_id: session } = await readyToPay(sql, buyer, await stockProduct(sql, 20, 9), 1)
  await as(sql, buyer, (tx) => tx`select reserve_checkout(${session})`)
  return { buyer, session }
}

export async function bought(sql: Sql): Promise<string> {
  const { buyer, session } = await reserved(sql)
  return (await complete(sql, buyer, session)).order_id
}

/** Calls by name, with the steps that each takes at least. */
export const calls: [string, number, (sql: Sql, staff: Visitor) => Promise<Call>][] = [
  [
    'starting a checkout over an older one',
    8,
    async (sql) => {
      const { buyer } = await reserved(sql)
      return {
        visitor: buyer,
        statement: `select start_checkout('${JSON.stringify(await details(sql))}')`,
      }
    },
  ],
  [
    'reserving',
    8,
    async (sql) => {
      const { buyer, session } = await reserved(sql)
      await as(sql, buyer, (tx) => tx`select fail_checkout(${session})`)
      return { visitor: buyer, statement: `select reserve_checkout('${session}')` }
    },
  ],
  [
    'a declined payment',
    4,
    async (sql) => {
      const { buyer, session } = await reserved(sql)
      return { visitor: buyer, statement: `select fail_checkout('${session}', 'declined')` }
    },
  ],
  [
    'completing',
    24,
    async (sql) => {
      const { buyer, session } = await reserved(sql)
      return { visitor: buyer, statement: `select complete_checkout('${session}', '${randomUUID()}')` }
    },
  ],
  [
    'cancelling',
    10,
    async (sql, staff) => ({
      visitor: staff,
      statement: `update orders set status = 'cancelled' where id = '${await bought(sql)}'`,
    }),
  ],
  [
    'refunding',
    10,
    async (sql, staff) => ({
      visitor: staff,
      statement: `update orders set payment_status = 'refunded' where id = '${await bought(sql)}'`,
    }),
  ],
  [
    'a parcel that arrives',
    10,
    async (sql, staff) => ({
      visitor: staff,
      statement: `insert into shipments (order_id, status, carrier) values ('${await bought(sql)}', 'delivered', 'Royal Mail')`,
    }),
  ],
  [
    'counting in a delivery',
    5,
    async (sql, staff) => ({
      visitor: staff,
      statement: `select adjust_stock('${await stockProduct(sql, 10, 1)}', 7, 'received')`,
    }),
  ],
  [
    'counting in a size that people wait for',
    9,
    async (sql, staff) => {
      const robe = await sizedProduct(sql, { S: 0, M: 3 })
      const size = robe.variants.S ?? ''
      await as(sql, guest(), (tx) => tx`select ask_back_in_stock(${robe.id}, 'wait@example.test', ${size})`)
      return { visitor: staff, statement: `select adjust_stock('${robe.id}', 4, 'received', '', '${size}')` }
    },
  ],
  [
    'a new price of a product in sizes',
    5,
    async (sql, staff) => ({
      visitor: staff,
      statement: `update products set price = 60 where id = '${(await sizedProduct(sql, { S: 1, M: 3 })).id}'`,
    }),
  ],
  [
    'changing the size of a line that joins another',
    4,
    async (sql) => {
      const [buyer, robe] = [guest(), await sizedProduct(sql, { S: 5, M: 5 })]
      const line = await addVariant(sql, buyer, robe, 'S')
      await addVariant(sql, buyer, robe, 'M')
      return {
        visitor: buyer,
        statement: `select cart_change_variant('${line.id}', '${robe.variants.M ?? ''}')`,
      }
    },
  ],
  [
    'deleting a size that lies in carts',
    6,
    async (sql, staff) => {
      const robe = await sizedProduct(sql, { S: 5, M: 5 })
      await addVariant(sql, guest(), robe, 'S')
      return {
        visitor: staff,
        statement: `delete from product_variants where id = '${robe.variants.S ?? ''}'`,
      }
    },
  ],
  [
    'deleting a product that lies in carts',
    8,
    async (sql, staff) => {
      const product = await stockProduct(sql, 10, 5)
      await addToCart(sql, guest(), product)
      return { visitor: staff, statement: `delete from products where id = '${product}'` }
    },
  ],
  [
    'taking a guest cart along',
    6,
    async (sql) => {
      const [before, user] = [guest(), await signUp(sql)]
      await addToCart(sql, user, await stockProduct(sql, 10, 5))
      const { session_id: checkout } = await readyToPay(sql, before, await stockProduct(sql, 10, 5), 2)
      const headers = { ...before.headers, 'x-checkout-session': checkout }
      return { visitor: { ...user, headers }, statement: 'select cart_merge()' }
    },
  ],
]
