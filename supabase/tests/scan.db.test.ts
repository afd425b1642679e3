import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanCode } from '@shop/settings'
import { testDatabase } from './test-database'
import { sizedProduct } from './variant-fixtures'
import { as, guest, rejection, signUp, signUpStaff } from './visitor-fixtures'

interface Unit {
  product_id: string
  variant_id: string | null
  slug: string
  name: string
  options: { name: string; value: string }[]
  sku: string | null
  barcode: string | null
  price: number
  image: string | null
  stock: number
  low_stock_threshold: number
  track_inventory: boolean
  is_active: boolean
}

interface Found {
  matched: string
  product_id: string | null
  variant_id: string | null
  units: Unit[]
}

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const robe = await sizedProduct(sql, { S: 3, M: 0, 'Extra Large': 7 })

async function find(code: string | null, visitor = staff): Promise<Found | null> {
  const [row] = await as(
    sql,
    visitor,
    (tx) => tx<{ found: Found | null }[]>`select find_by_code(${code}) as found`,
  )
  return row?.found ?? null
}

const setBarcode = (size: string, barcode: string | null) =>
  sql`update product_variants set barcode = ${barcode} where id = ${robe.variants[size] ?? ''}`

test('a product without options is found by its barcode, with all that the screen shows', async () => {
  const [pebble] = await sql<{ id: string; stock: number }[]>`
    update products set barcode = '5012345678900' where slug = 'riva-pebble' returning id, inventory_quantity as stock`
  expect(await find(' 5012345678900 ')).toEqual({
    matched: 'barcode',
    product_id: pebble?.id,
    variant_id: null,
    units: [
      {
        product_id: pebble?.id,
        variant_id: null,
        slug: 'riva-pebble',
        name: 'Riva Pebble',
        options: [],
        sku: 'AM-TOY-001',
        barcode: '5012345678900',
        price: 110,
        image: '/media/riva-pebble-1.webp',
        stock: pebble?.stock,
        low_stock_threshold: 5,
        track_inventory: true,
        is_active: true,
      },
    ],
  })
})

test('a barcode names its variant; UPC-A and EAN-13 with a leading zero are the same number', async () => {
  await setBarcode('M', '0036000291452')
  for (const code of ['0036000291452', '036000291452']) {
    const found = await find(code)
    expect(found).toMatchObject({ matched: 'barcode', product_id: robe.id, variant_id: robe.variants.M })
    expect(found?.units).toMatchObject([{ options: [{ name: 'Size', value: 'M' }], stock: 0 }])
  }
  expect(await find('36000291453')).toBeNull()
})

test('a barcode on two variants names both, and neither by itself', async () => {
  await setBarcode('S', '40000001')
  await setBarcode('Extra Large', '40000001')
  const found = await find('40000001')
  expect(found).toMatchObject({ product_id: robe.id, variant_id: null })
  expect(found?.units.map(({ options }) => options[0]?.value)).toEqual(['S', 'Extra Large'])
})

test('without a barcode the SKU names product or variant, in any case', async () => {
  const [slug8] = [robe.slug.slice(0, 8)]
  expect(await find(`${slug8}-m`)).toMatchObject({ matched: 'sku', variant_id: robe.variants.M })
  expect(await find('am-toy-001')).toMatchObject({ matched: 'sku', units: [{ slug: 'riva-pebble' }] })
  const whole = await find(robe.slug)
  expect(whole).toMatchObject({ matched: 'sku', product_id: robe.id, variant_id: null })
  expect(whole?.units.map(({ options }) => options[0]?.value)).toEqual(['S', 'M', 'Extra Large'])
})

test('a barcode goes before a SKU of the same digits', async () => {
  await sql`update products set sku = '20000004' where slug = 'moss-balm'`
  expect(await find('20000004')).toMatchObject({ matched: 'sku', units: [{ slug: 'moss-balm' }] })
  await sql`update products set barcode = '20000004' where slug = 'halo-ring'`
  expect(await find('20000004')).toMatchObject({ matched: 'barcode', units: [{ slug: 'halo-ring' }] })
})

test('the address on a label names its variant, without a known value all of them', async () => {
  const path = `/products/${robe.slug}`
  expect(await find(`${path}?size=extra-large`)).toMatchObject({
    matched: 'address',
    variant_id: robe.variants['Extra Large'],
  })
  expect(await find(`${path}?utm=x&size=m#top`)).toMatchObject({ variant_id: robe.variants.M })
  for (const query of ['', '/', '?size=', '?size=xxs', '?size=s&size=m', '?colour=m']) {
    expect((await find(path + query))?.units, query).toHaveLength(3)
  }
  expect(await find('/products/riva-pebble?size=m')).toMatchObject({
    variant_id: null,
    units: [{ slug: 'riva-pebble' }],
  })
})

test('inactive products are found and marked as inactive', async () => {
  await sql`update product_variants set is_active = false where id = ${robe.variants.S ?? ''}`
  expect((await find(`/products/${robe.slug}?size=s`))?.units).toMatchObject([{ is_active: false }])
})

test('an unknown code finds nothing; whatever is sent, the answer is a find, nothing or a rejection', async () => {
  expect(await find('no such thing')).toBeNull()
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.webPath(), fc.webUrl()), async (text) => {
      const code = text.replaceAll('\0', '')
      fc.pre(cleanCode(code) !== '')
      expect(await find(code)).toBeNull()
      expect(await find(`/products/${robe.slug}?${code}`)).toMatchObject({ product_id: robe.id })
    }),
    { numRuns: process.env.TEST_DEEP ? 10_000 : 50 },
  )
})

test('staff alone may look codes up, and a code has 1 to 1000 characters', async () => {
  for (const visitor of [guest(), await signUp(sql)]) {
    expect(['42501', 'PT403']).toContain((await rejection(find('AM-TOY-001', visitor))).code)
  }
  for (const code of [null, '', '  ', 'x'.repeat(1001)]) {
    expect(await rejection(find(code))).toMatchObject({ code: 'PT422', hint: 'code' })
  }
})
