import fc from 'fast-check'
import { expect, test } from 'vitest'
import { optionSlug, variantQuery } from '@shop/pricing'
import { complete, details, startCheckout, stockProduct } from './checkout-steps'
import { faultsIn } from './consistency'
import { testDatabase } from './test-database'
import { addVariant, sizedProduct, stockBySize } from './variant-fixtures'
import {
  as,
  connections,
  guest,
  rejection as rejectionOf,
  signUpStaff,
  type Visitor,
} from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const success = ' '
/** The code and hint of a rejection; `success` when the attempt succeeded. */
const rejection = async (attempt: Promise<unknown>) => {
  const { code, hint } = await rejectionOf(attempt)
  return `${code} ${hint}`
}

const productOf = async (id: string) => {
  const [row] = await sql<
    { price: string; highest_price: string | null; inventory_quantity: number }[]
  >`select price, highest_price, inventory_quantity from products where id = ${id}`
  return row
}

test('two sizes of one product are two lines, one order, and leave the stock of their own sizes', async () => {
  const robe = await sizedProduct(sql, { S: 3, M: 5, L: 0 }, { prices: { M: 45 } })
  const visitor = guest()
  await addVariant(sql, visitor, robe, 'S', 2)
  await addVariant(sql, visitor, robe, 'M')
  const checkout = await startCheckout(sql, visitor, await details(sql))
  // 2 × £40 × 0.79 and £45 × 0.79, each rounded to the penny.
  expect(checkout.subtotal).toBe('98.75')
  const { order_id: order } = await complete(sql, visitor, checkout.session_id)
  expect(await stockBySize(sql, robe)).toEqual({ S: 1, M: 4, L: 0 })
  const items = await sql<{ name: string; variant: string; sku: string; options: unknown }[]>`
    select item ->> 'name' as name, item ->> 'variant_name' as variant, item ->> 'sku' as sku, item -> 'options' as options
    from orders cross join lateral jsonb_array_elements(items) as item where id = ${order}`
  const sku = robe.slug.slice(0, 8)
  expect([...items]).toEqual([
    { name: robe.slug, variant: 'S', sku: `${sku}-S`, options: [{ name: 'Size', value: 'S' }] },
    { name: robe.slug, variant: 'M', sku: `${sku}-M`, options: [{ name: 'Size', value: 'M' }] },
  ])
  expect((await productOf(robe.id))?.inventory_quantity).toBe(5)
  await as(sql, staff, (tx) => tx`update orders set status = 'cancelled' where id = ${order}`)
  expect(await stockBySize(sql, robe)).toEqual({ S: 3, M: 5, L: 0 })
})

test('the last piece of one size goes to one of 50 buyers, the other sizes stay', async () => {
  const robe = await sizedProduct(sql, { S: 1, M: 7 })
  const crowd = connections(sql, 24)
  try {
    const buyers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const visitor = guest()
        await addVariant(crowd, visitor, robe, 'S')
        return { visitor, checkout: await startCheckout(crowd, visitor, await details(crowd)) }
      }),
    )
    const outcomes = await Promise.all(
      buyers.map(({ visitor, checkout }) => rejection(complete(crowd, visitor, checkout.session_id))),
    )
    expect(outcomes.filter((outcome) => outcome === success)).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set([success, 'PT409 insufficient_stock']))
    expect(await stockBySize(sql, robe)).toEqual({ S: 0, M: 7 })
    expect(await faultsIn(sql)).toEqual({})
  } finally {
    await crowd.end()
  }
})

test('a product with sizes is added by its size, a plain one without', async () => {
  const robe = await sizedProduct(sql, { S: 1, M: 0 })
  const other = await sizedProduct(sql, { S: 4 })
  const plain = await stockProduct(sql, 10, 3)
  const add = (product: string, variant: string | null) =>
    rejection(as(sql, guest(), (tx) => tx`select cart_add(${product}, 1, p_variant_id => ${variant})`))
  expect(await add(robe.id, null)).toBe('PT422 variant_required')
  expect(await add(robe.id, other.variants.S ?? null)).toBe('PT404 variant_not_found')
  expect(await add(plain, robe.variants.S ?? null)).toBe('PT404 variant_not_found')
  expect(await add(robe.id, robe.variants.M ?? null)).toBe('PT409 insufficient_stock')
  expect(await add(plain, null)).toBe(success)
  await sql`update product_variants set is_active = false where id = ${robe.variants.S ?? ''}`
  expect(await add(robe.id, robe.variants.S ?? null)).toBe('PT404 variant_not_found')
})

test('a line changes its size in place, joins the line of that size, and never passes its stock', async () => {
  const robe = await sizedProduct(sql, { S: 3, M: 3, L: 1 })
  const visitor = guest()
  const small = await addVariant(sql, visitor, robe, 'S', 2)
  await addVariant(sql, visitor, robe, 'M')
  const change = (who: Visitor, line: string, size: string) =>
    as(sql, who, async (tx) => {
      const [row] = await tx<{ id: string; quantity: number; variant_id: string }[]>`
        select id, quantity, variant_id from cart_change_variant(${line}, ${robe.variants[size] ?? null})`
      return row
    })
  expect(await rejection(change(visitor, small.id, 'L'))).toBe('PT409 insufficient_stock')
  expect(await rejection(change(guest(), small.id, 'M'))).toBe('PT404 line_not_found')
  expect(await change(visitor, small.id, 'M')).toMatchObject({
    id: small.id,
    quantity: 3,
    variant_id: robe.variants.M,
  })
  const lines = await sql`select id from cart_items where product_id = ${robe.id}`
  expect(lines).toHaveLength(1)
})

test('price and stock of a product are those of its active variants', async () => {
  const robe = await sizedProduct(sql, { S: 3, M: 5 }, { price: 40, prices: { M: 60 } })
  expect(await productOf(robe.id)).toEqual({ price: '40.00', highest_price: '60.00', inventory_quantity: 8 })
  await sql`update product_variants set is_active = false where id = ${robe.variants.S ?? ''}`
  expect(await productOf(robe.id)).toEqual({ price: '60.00', highest_price: '60.00', inventory_quantity: 5 })
  await sql`update product_variants set is_active = true where product_id = ${robe.id}`
  await as(sql, staff, (tx) => tx`update products set price = 50 where id = ${robe.id}`)
  expect(await productOf(robe.id)).toEqual({ price: '50.00', highest_price: '60.00', inventory_quantity: 8 })
  expect(
    await rejection(
      as(sql, staff, (tx) => tx`update products set inventory_quantity = 99 where id = ${robe.id}`),
    ),
  ).toBe('PT409 variants')
})

test('a product that gets its first options writes its plain stock off, and its old lines cannot be bought', async () => {
  const product = await stockProduct(sql, 30, 6)
  const visitor = guest()
  await as(sql, visitor, (tx) => tx`select cart_add(${product}, 2)`)
  await as(
    sql,
    staff,
    (tx) =>
      tx`update products set options = '[{"name":"Scent","values":["Fig","Cedar"]}]' where id = ${product}`,
  )
  expect((await productOf(product))?.inventory_quantity).toBe(0)
  expect(await rejection(startCheckout(sql, visitor, await details(sql)))).toBe('PT409 insufficient_stock')
})

test('a shopper who waits for one size is notified of that size alone, with a link to it', async () => {
  const robe = await sizedProduct(sql, { S: 0, M: 0 })
  const email = `${robe.slug}@example.test`
  const ask = (size: string | null) =>
    rejection(
      as(
        sql,
        guest(),
        (tx) =>
          tx`select ask_back_in_stock(${robe.id}, ${email}, ${size === null ? null : (robe.variants[size] ?? null)})`,
      ),
    )
  expect(await ask(null)).toBe('PT422 variant_required')
  expect(await ask('M')).toBe(success)
  await sql`update product_variants set inventory_quantity = 2 where id = ${robe.variants.S ?? ''}`
  const emails = () =>
    sql<{ data: unknown }[]>`select data from email_outbox where recipient = ${email}`.then((rows) =>
      rows.map(({ data }) => data),
    )
  expect(await emails()).toEqual([])
  await sql`update product_variants set inventory_quantity = 2 where id = ${robe.variants.M ?? ''}`
  expect(await emails()).toEqual([{ slug: robe.slug, query: 'size=m' }])
})

test('search finds a product by the sku and the value of a variant', async () => {
  const robe = await sizedProduct(sql, { Vermilion: 2 })
  const found = (query: string) =>
    sql<{ id: string }[]>`select id from search_products(${query})`.then((rows) => rows.map(({ id }) => id))
  expect(await found('vermilion')).toContain(robe.id)
  await sql`delete from product_variants where product_id = ${robe.id}`
  expect(await found('vermilion')).not.toContain(robe.id)
})

test('whatever staff and buyers do to the sizes, the ledger and the sums agree', async () => {
  const size = fc.constantFrom('S', 'M', 'L')
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.record({ kind: fc.constant('adjust' as const), size, by: fc.integer({ min: -4, max: 6 }) }),
          fc.record({ kind: fc.constant('switch' as const), size, on: fc.boolean() }),
          fc.record({ kind: fc.constant('buy' as const), size, quantity: fc.integer({ min: 1, max: 4 }) }),
          fc.record({ kind: fc.constant('price' as const), size, pounds: fc.integer({ min: 1, max: 90 }) }),
        ),
        { maxLength: 8 },
      ),
      async (steps) => {
        const robe = await sizedProduct(sql, { S: 3, M: 0, L: 5 })
        for (const step of steps) {
          const variant = robe.variants[step.size] ?? ''
          await rejection(
            step.kind === 'adjust'
              ? as(
                  sql,
                  staff,
                  (tx) => tx`select adjust_stock(${robe.id}, ${step.by}, p_variant_id => ${variant})`,
                )
              : step.kind === 'switch'
                ? as(
                    sql,
                    staff,
                    (tx) => tx`update product_variants set is_active = ${step.on} where id = ${variant}`,
                  )
                : step.kind === 'price'
                  ? as(
                      sql,
                      staff,
                      (tx) => tx`update product_variants set price = ${step.pounds} where id = ${variant}`,
                    )
                  : buy(robe, step.size, step.quantity),
          )
        }
        expect(await faultsIn(sql)).toEqual({})
      },
    ),
    { numRuns: process.env.TEST_DEEP ? 200 : 12 },
  )
})

async function buy(robe: Parameters<typeof addVariant>[2], size: string, quantity: number) {
  const visitor = guest()
  await addVariant(sql, visitor, robe, size, quantity)
  const { session_id: session } = await startCheckout(sql, visitor, await details(sql))
  await complete(sql, visitor, session)
}

test('staff who write a size while its product is bought are asked to try again, and the buyer is not disturbed', async () => {
  const robe = await sizedProduct(sql, { S: 3, M: 3 })
  const size = robe.variants.S ?? ''
  const others = connections(sql, 2)
  const withdraw = () =>
    rejection(as(others, staff, (tx) => tx`update product_variants set is_active = false where id = ${size}`))
  const remove = () =>
    rejection(as(others, staff, (tx) => tx`delete from product_variants where id = ${size}`))
  try {
    await sql.begin(async (checkout) => {
      await checkout`select from products where id = ${robe.id} for no key update`
      expect(await withdraw()).toBe('PT409 busy')
      expect(await remove()).toBe('PT409 busy')
      await checkout`update product_variants set inventory_quantity = 2 where id = ${size}`
    })
    expect(await stockBySize(sql, robe)).toEqual({ S: 2, M: 3 })
    expect(await withdraw()).toBe(success)
  } finally {
    await others.end()
  }
})

// PostgreSQL stores neither U+0000 nor lone surrogates.
const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((value) => !/[\0\ud800-\udfff]/u.test(value))
const plainText = fc.string({ unit: fc.constantFrom(...'aZ09 -_/É'), maxLength: 60 })

test('the browser and the database write an option in a URL alike', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(text, plainText), { minLength: 1, maxLength: 50 }), async (texts) => {
      const found = await sql<{ slug: string }[]>`
        select private.slug(value) as slug from unnest(${texts}::text[]) with ordinality as listed (value, place) order by place`
      expect(found.map(({ slug }) => slug)).toEqual(texts.map(optionSlug))
    }),
  )
})

test('they write a whole variant alike', async () => {
  const options = [
    { name: 'Size', value: 'XL' },
    { name: 'Colour', value: 'Deep Plum' },
  ]
  const [found] = await sql<{ query: string }[]>`
    select private.variant_query(${JSON.stringify(options)}::text::jsonb) as query`
  expect(found?.query).toBe(variantQuery(options))
})

test.each([
  ['a value that is no option', '{XS}'],
  ['too many values', '{S,Plum}'],
  ['no value', '{}'],
])('a variant with %s is rejected', async (_, values) => {
  const robe = await sizedProduct(sql, { S: 1 })
  expect(
    await rejection(
      as(
        sql,
        staff,
        (tx) =>
          tx`insert into product_variants (product_id, option_values) values (${robe.id}, ${values}::text::text[])`,
      ),
    ),
  ).toBe('PT422 option_values')
})

test.each([
  '{}',
  '[{"name":"Size"}]',
  '[{"name":"Size","values":[]}]',
  '[{"name":"Size","values":["S","s"]}]',
  '[{"name":"Size","values":["S"]},{"name":"size","values":["M"]}]',
  '[{"name":"","values":["S"]}]',
  '[{"name":"Size","values":[1]}]',
  '[{"name":"Size","values":["S"],"more":1}]',
])('%s are no options', async (options) => {
  const product = await stockProduct(sql, 30, 0)
  expect(
    await rejection(
      as(sql, staff, (tx) => tx`update products set options = ${options}::text::jsonb where id = ${product}`),
    ),
  ).toMatch(/^23514/)
})
