import { expect, test } from 'vitest'
import { addToCart, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()

const order = (visitor: Visitor) =>
  as(sql, visitor, async (tx) =>
    [...(await tx`select product_id from cart_items order by created_at, id`)].map(
      ({ product_id }) => product_id as string,
    ),
  )

const filled = async (visitor: Visitor, count: number) => {
  const products: string[] = []
  for (let n = 0; n < count; n += 1) {
    const product = await stockProduct(sql, 10, 5)
    await addToCart(sql, visitor, product)
    products.push(product)
  }
  return products
}

test('a line that is put back stands where it stood', async () => {
  const visitor = guest()
  const products = await filled(visitor, 3)
  const [first] = products
  await as(sql, visitor, async (tx) => {
    const [gone] =
      await tx`delete from cart_items where product_id = ${first ?? ''} returning created_at::text as since`
    await tx`select cart_add(${first ?? ''}, 1, ${gone?.since as string}::text::timestamptz)`
  })
  expect(await order(visitor)).toEqual(products)
})

test.each(['infinity', '-infinity', '2999-01-01', '0001-01-01'])(
  'a line said to be there since %s is taken in within the last year',
  async (since) => {
    const visitor = guest()
    const product = await stockProduct(sql, 10, 5)
    await as(sql, visitor, (tx) => tx`select cart_add(${product}, 1, ${since}::text::timestamptz)`)
    expect(
      await as(sql, visitor, async (tx) => [
        ...(await tx`select created_at between now() - interval '1 year 1 minute' and now() as plausible from cart_items`),
      ]),
    ).toEqual([{ plausible: true }])
  },
)

test('a guest’s lines come into the account in the order in which they were chosen', async () => {
  const before = guest()
  const products = await filled(before, 6)
  const both = { ...before, ...(await signUp(sql)) }
  await as(sql, both, (tx) => tx`select cart_merge()`)
  expect(await order(both)).toEqual(products)
})
