import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { sizedProduct } from './variant-fixtures'
import { as, guest, rejection, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const publicPath = '/storage/v1/object/public/'
const upload = (width = 1280, bucket = 'product-images/product-images') =>
  `${publicPath}${bucket}/${randomUUID()}-${String(width)}.webp`

interface Pictures {
  id: string
  images: string[]
  image_alts: string[]
}
async function addProduct(images: string[], alts?: string[]): Promise<Pictures> {
  const slug = randomUUID()
  return as(sql, staff, async (tx) => {
    const [row] = alts
      ? await tx<Pictures[]>`insert into products (slug, name, price, images, image_alts)
          values (${slug}, 'Pictured', 5, ${images}, ${alts}) returning id, images, image_alts`
      : await tx<Pictures[]>`insert into products (slug, name, price, images)
          values (${slug}, 'Pictured', 5, ${images}) returning id, images, image_alts`
    if (!row) throw new Error('no product')
    return row
  })
}

test.each([
  '/media/halo-ring-1.webp',
  `${publicPath}product-images/product-images/a-1280.webp`,
  `${publicPath}category-images/a-700.jpg`,
  `${publicPath}placeholders/product.webp`,
])('a picture column accepts %s', async (address) => {
  expect((await addProduct([address])).images).toEqual([address])
})

test.each(['http://127.0.0.1:54321', 'https://project.supabase.co', 'https://shop.example/supabase'])(
  'the origin %s of an upload is taken off',
  async (origin) => {
    const address = upload()
    expect((await addProduct([origin + address])).images).toEqual([address])
  },
)

test.each([
  'https://cdn.example/a.webp',
  'javascript:alert(1)',
  'data:image/png;base64,AA',
  '//cdn.example/a.webp',
  '/media/../secret.webp',
  '/media/a.webp?x=1',
  '/media/a b.webp',
  `${publicPath}elsewhere/a.webp`,
  '/etc/passwd',
  '',
])('%j is rejected in words, in every column', async (address) => {
  const words = { code: 'PT422', message: 'An image must be one of the shop: upload it first.' }
  expect(await rejection(addProduct([address]))).toMatchObject({ ...words, hint: 'images' })
  const { id, variants } = await sizedProduct(sql, { S: 1 })
  expect(
    await rejection(as(sql, staff, (tx) => tx`update products set images = ${[address]} where id = ${id}`)),
  ).toMatchObject(words)
  expect(
    await rejection(
      as(
        sql,
        staff,
        (tx) => tx`update product_variants set image = ${address} where id = ${variants.S ?? ''}`,
      ),
    ),
  ).toMatchObject({ ...words, hint: 'image' })
  expect(
    await rejection(
      as(
        sql,
        staff,
        (tx) =>
          tx`insert into categories (slug, name, image_url) values (${randomUUID()}, 'New', ${address})`,
      ),
    ),
  ).toMatchObject({ ...words, hint: 'image_url' })
})

test('an address from before the rule hinders no other change', async () => {
  const { id } = await addProduct([upload()])
  await sql`alter table products disable trigger set_pictures`
  await sql`update products set images = '{https://cdn.example/a.webp}' where id = ${id}`
  await sql`alter table products enable trigger set_pictures`
  await as(sql, staff, (tx) => tx`update products set price = 6, image_alts = '{Old}' where id = ${id}`)
  const [row] = await sql<Pictures[]>`select images, image_alts from products where id = ${id}`
  expect(row).toEqual({ images: ['https://cdn.example/a.webp'], image_alts: ['Old'] })
})

test('every picture has its text: an empty one if none is given, its own when others leave', async () => {
  const [one, two, three] = [upload(), upload(), upload()]
  expect((await addProduct([one, two])).image_alts).toEqual(['', ''])
  const { id } = await addProduct([one, two, three], ['One', 'Two'])
  const change = (images: string[]) =>
    as(sql, staff, async (tx) => {
      const [row] = await tx<
        Pictures[]
      >`update products set images = ${images} where id = ${id} returning image_alts`
      return row?.image_alts
    })
  expect(await change([two, three])).toEqual(['Two', ''])
  expect(await change([three, one, two])).toEqual(['', '', 'Two'])
  expect(await change([])).toEqual([])
})

test('more texts than pictures are rejected', async () => {
  expect(await rejection(addProduct([upload()], ['One', 'Two']))).toMatchObject({ code: '23514' })
})

const unused = (addresses: string[], visitor = staff) =>
  as(sql, visitor, async (tx) => {
    const [row] = await tx<{ unused: string[] }[]>`select unused_pictures(${addresses}) as unused`
    return row?.unused
  })

test('a picture is used by a product, a variant, a category or an order, in any width', async () => {
  const [ofProduct, ofVariant, ofCategory, ofOrder, ofNothing] = [
    upload(),
    upload(),
    upload(960, 'category-images'),
    upload(),
    upload(),
  ]
  await addProduct([upload(), ofProduct])
  const { variants } = await sizedProduct(sql, { S: 1 })
  await sql`update product_variants set image = ${ofVariant} where id = ${variants.S ?? ''}`
  await sql`insert into categories (slug, name, image_url) values (${randomUUID()}, 'Pictured', ${ofCategory})`
  const pictured = await order()
  await sql`update orders set items = jsonb_set(items, '{0,image}', to_jsonb(${ofOrder}::text)) where id = ${pictured}`
  await sql`update checkout_sessions as session set cart_items = items from orders
    where orders.id = ${pictured} and session.session_id = checkout_session_id`
  const narrow = ofProduct.replace('-1280.webp', '-320.webp')
  expect(await unused([ofProduct, narrow, ofVariant, ofCategory, ofOrder, ofNothing])).toEqual([ofNothing])
})

async function order(): Promise<string> {
  const visitor = guest()
  const product = await stockProduct(sql, 5, 3)
  const checkout = await readyToPay(sql, visitor, product)
  return (await complete(sql, visitor, checkout.session_id)).order_id
}

test('only those who may change the catalogue may ask, for at most 100', async () => {
  const moderator = await signUpStaff(sql)
  await sql`update admin_users set role = 'moderator' where user_id = ${moderator.user?.id ?? ''}`
  expect(await rejection(unused([], moderator))).toMatchObject({ code: 'PT403', hint: 'not_allowed' })
  expect(await rejection(unused(Array(101).fill(upload())))).toMatchObject({ code: 'PT422' })
})

const pageSchema = v.object({
  after: v.nullable(v.string()),
  pictures: v.array(v.object({ bucket: v.string(), name: v.string() })),
})
async function unreferenced(after: string | null, limit: number): Promise<v.InferOutput<typeof pageSchema>> {
  const [row] = await sql`select unreferenced_pictures(${after}, ${limit}) as page`
  return v.parse(pageSchema, row?.page)
}

test('files older than a day that nothing shows are found, all of them in steps', async () => {
  const kept = upload()
  await addProduct([kept])
  const store = (bucket: string, name: string, age: string) =>
    sql`insert into storage.objects (bucket_id, name, created_at)
      values (${bucket}, ${name}, now() - ${age}::text::interval)`
  const previousName = kept.slice(`${publicPath}product-images/`.length)
  for (const width of [320, 640, 960, 1280])
    await store('product-images', previousName.replace('1280', String(width)), '3 days')
  const left = Array.from({ length: 7 }, () => `product-images/${randomUUID()}-320.webp`)
  for (const name of left) await store('product-images', name, '25 hours')
  await store('category-images', 'old-320.webp', '25 hours')
  await store('product-images', `product-images/${randomUUID()}-320.webp`, '23 hours')
  await store('placeholders', 'product.webp', '3 days')
  const found: string[] = []
  let after: string | null = null
  do {
    const page: v.InferOutput<typeof pageSchema> = await unreferenced(after, 4)
    found.push(...page.pictures.map(({ bucket, name }) => `${bucket}/${name}`))
    after = page.after
  } while (after !== null)
  expect(found.sort()).toEqual(
    ['category-images/old-320.webp', ...left.map((name) => `product-images/${name}`)].sort(),
  )
  await sql`delete from products where images @> array[${kept}]`
  expect((await unreferenced(null, 1000)).pictures).toHaveLength(12)
})
