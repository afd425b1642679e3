import { expect, test } from 'vitest'
import { stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, connections, guest, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const many: string[] = []
for (let made = 0; made < 102; made += 1) many.push(await stockProduct(sql, 10, 5))

const idOf = ({ user }: Visitor): string => user?.id ?? ''

async function wishlist(visitor: Visitor): Promise<string[]> {
  const rows = await as(
    sql,
    visitor,
    (tx) =>
      tx<
        { product_id: string }[]
      >`select product_id from wishlist_items order by created_at desc, product_id`,
  )
  return rows.map(({ product_id }) => product_id)
}
const request = (visitor: Visitor, product: string) =>
  as(
    sql,
    visitor,
    (tx) => tx`insert into wishlist_items (user_id, product_id) values (${idOf(visitor)}, ${product})`,
  )
const merge = (visitor: Visitor, products: string[]) =>
  as(sql, visitor, (tx) => tx`select wishlist_merge(${JSON.stringify(products)}::text::jsonb)`)

test('a list is its owner’s: nobody else sees it, and a guest has none here', async () => {
  const [one = '', two = ''] = many
  const owner = await signUp(sql)
  const other = await signUp(sql)
  await request(owner, one)
  await request(owner, two)
  expect(await wishlist(owner)).toEqual([two, one])
  expect(await wishlist(other)).toEqual([])
  await as(sql, other, (tx) => tx`delete from wishlist_items`)
  expect(await wishlist(owner)).toEqual([two, one])
  expect(await rejection(as(sql, guest(), (tx) => tx`select from wishlist_items`))).toMatchObject({
    code: '42501',
  })
  expect(await rejection(as(sql, guest(), (tx) => tx`select wishlist_merge('[]')`))).toMatchObject({
    code: '42501',
  })
  expect(
    await rejection(
      as(
        sql,
        other,
        (tx) => tx`insert into wishlist_items (user_id, product_id) values (${idOf(owner)}, ${one})`,
      ),
    ),
  ).toMatchObject({ code: '42501' })
  await as(sql, owner, (tx) => tx`delete from wishlist_items where product_id = ${two}`)
  expect(await wishlist(owner)).toEqual([one])
})

test('a guest’s list joins the account’s in its order; what is there already, unknown or no longer sold is left out', async () => {
  const [one = '', two = '', three = '', four = ''] = many
  const gone = await stockProduct(sql, 10, 5)
  await sql`update products set is_active = false where id = ${gone}`
  const owner = await signUp(sql)
  await request(owner, one)
  await merge(owner, [two, three, gone, '00000000-0000-4000-8000-000000000000', one, two, four])
  expect(await wishlist(owner)).toEqual([two, three, four, one])
  await merge(owner, [two, three])
  await merge(owner, [])
  for (const broken of ['null', '{"a":1}', '"x"', '7', '["x",null,7,{},[[]]]'])
    await as(sql, owner, (tx) => tx`select wishlist_merge(${broken}::text::jsonb)`)
  expect(await wishlist(owner)).toEqual([two, three, four, one])
})

test('a list holds a hundred: merging keeps the newest that find room, one more is rejected, one of them again is not', async () => {
  const owner = await signUp(sql)
  const [own = '', ...arriving] = many
  await request(owner, own)
  await merge(owner, arriving)
  expect(await wishlist(owner)).toEqual([...arriving.slice(0, 99), own])
  expect(await rejection(request(owner, many.at(-1) ?? ''))).toMatchObject({
    code: 'PT409',
    hint: 'wishlist_full',
    message: 'A wishlist holds 100 products at most.',
  })
  await as(
    sql,
    owner,
    (tx) =>
      tx`insert into wishlist_items (user_id, product_id) values (${idOf(owner)}, ${own}) on conflict do nothing`,
  )
  expect(await wishlist(owner)).toHaveLength(100)
})

test('two tabs at once cannot make it a hundred and one', async () => {
  const owner = await signUp(sql)
  await merge(owner, many.slice(0, 99))
  const pool = connections(sql, 2)
  try {
    const tries = await Promise.allSettled(
      many
        .slice(100)
        .map((product) =>
          as(
            pool,
            owner,
            (tx) => tx`insert into wishlist_items (user_id, product_id) values (${idOf(owner)}, ${product})`,
          ),
        ),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  } finally {
    await pool.end()
  }
  expect(await wishlist(owner)).toHaveLength(100)
})

test('a product or an account that is deleted takes its wishes along', async () => {
  const product = await stockProduct(sql, 10, 5)
  const owner = await signUp(sql)
  await request(owner, product)
  await request(owner, many[0] ?? '')
  await sql`delete from products where id = ${product}`
  expect(await wishlist(owner)).toEqual([many[0]])
  await sql`delete from auth.users where id = ${idOf(owner)}`
  expect([...(await sql`select from wishlist_items where user_id = ${idOf(owner)}`)]).toEqual([])
})

test('whether somebody else\u2019s list is full is not to be found out by adding to it', async () => {
  const [owner, other] = [await signUp(sql), await signUp(sql)]
  await merge(owner, many.slice(0, 100))
  expect(
    await rejection(
      as(
        sql,
        other,
        (tx) =>
          tx`insert into wishlist_items (user_id, product_id) values (${idOf(owner)}, ${many[101] ?? ''})`,
      ),
    ),
  ).toMatchObject({ code: '42501' })
})
