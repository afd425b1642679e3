import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPostcode } from '@shop/pricing'
import { addToCart, details, startCheckout, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp } from './visitor-fixtures'

const sql = await testDatabase()

const runs = { numRuns: process.env.TEST_DEEP ? 10_000 : 300 }
const outward = fc.oneof(
  fc.constantFrom(
    'JE2',
    'GY1',
    'GX11',
    'IM1',
    'BFPO',
    'GIR',
    'SW1A',
    'KW15',
    'B1',
    'FIQQ',
    'AI',
    'ſW1A',
    'ıM1',
    'BT1',
  ),
  fc.stringMatching(/^[A-Za-z]{1,2}[0-9][A-Za-z0-9]?$/),
)
const inward = fc.oneof(
  fc.constantFrom('1AA', '57', '1ZZ', '1234', '', '2ſT'),
  fc.stringMatching(/^[0-9][A-Za-z]{2}$/),
)
const between = fc.constantFrom(' ', '', '  ', '-', '\t', '\u00a0')
const written = fc
  .tuple(fc.constantFrom('', ' ', '<'), outward, between, inward, fc.constantFrom('', ' ', '.', 'X'))
  .map((parts) => parts.join(''))
const anything = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !text.includes('\u0000'))

test('SQL and libs/pricing accept and write the same postcodes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(written, written, anything), async (typed) => {
      const [row] =
        await sql`select private.is_uk_postcode(${typed}) as ok, private.uk_postcode(${typed}) as normalised`
      const { ok, normalised } = checkPostcode(typed)
      expect(row).toEqual({ ok, normalised: ok ? normalised : null })
    }),
    runs,
  )
})

test.each(['SW1A 1AA', 'IM1 1AA', 'BFPO 57', 'bt1 1aa'])(
  '%s is a postcode of the UK for the database',
  async (typed) => {
    expect([...(await sql`select private.is_uk_postcode(${typed}) as ok`)]).toEqual([{ ok: true }])
  },
)

test.each(['JE2 3AB', 'GY1 1AA', 'GX11 1AA', '123', '<script>', 'SW1\u0410 1AA', '', null])(
  '%s is none',
  async (typed) => {
    expect([...(await sql`select private.is_uk_postcode(${typed}) as ok`)]).toEqual([{ ok: false }])
  },
)

test('a postcode is rejected in the same words by the database and the pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(written, anything, fc.stringMatching(/^[\s\uFEFF]{0,3}$/)), async (typed) => {
      const [row] = await sql`select coalesce(private.postcode_problem(${typed}), '') as message`
      expect(row).toEqual({ message: checkPostcode(typed).message })
    }),
    runs,
  )
})

const bad = ['JE2 3AB', 'GY1 1AA', 'GX11 1AA', 'FIQQ 1ZZ', '123', '<script>', 'SW1A', ' ']
const street = { address_line_1: '1 High Street', city: 'London' }

test.each(bad)('nothing is sold to the postcode %j, for delivery or for the bill', async (postcode) => {
  const visitor = guest()
  await addToCart(sql, visitor, await stockProduct(sql, 10, 5))
  const rejected = { code: 'PT422', hint: 'postal_code', message: checkPostcode(postcode).message }
  for (const field of ['shipping_address', 'billing_address']) {
    const given = await details(sql, 'Standard', { [field]: { ...street, postal_code: postcode } })
    expect(await rejection(startCheckout(sql, visitor, given))).toMatchObject(rejected)
  }
})

test('a checkout keeps its postcodes as Royal Mail writes them', async () => {
  const visitor = guest()
  await addToCart(sql, visitor, await stockProduct(sql, 10, 5))
  const given = {
    shipping_address: { ...street, postal_code: ' sw1a1aa ' },
    billing_address: { ...street, postal_code: 'bfpo57' },
  }
  const { session_id: session } = await startCheckout(sql, visitor, await details(sql, 'Standard', given))
  const [row] = await sql`
    select shipping_address ->> 'postal_code' as sent, billing_address ->> 'postal_code' as billed
    from checkout_sessions where session_id = ${session}`
  expect(row).toEqual({ sent: 'SW1A 1AA', billed: 'BFPO 57' })
})

test('a saved address of the UK has a postcode of the UK', async () => {
  const customer = await signUp(sql)
  const add = (postcode: string, country = 'GB') =>
    as(sql, customer, async (tx) => [
      ...(await tx`
    insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code, country)
    select id, 'Ada', 'Love', '1 High Street', 'Town', ${postcode}, ${country} from customers returning postal_code`),
    ])
  expect(await add('sw1a1aa')).toEqual([{ postal_code: 'SW1A 1AA' }])
  expect(await add('75001', 'FR')).toEqual([{ postal_code: '75001' }])
  for (const postcode of bad) {
    expect(await rejection(add(postcode))).toMatchObject({
      code: 'PT422',
      hint: 'postal_code',
      message: checkPostcode(postcode).message,
    })
  }
  const change = as(sql, customer, (tx) => tx`update addresses set country = 'GB' where country = 'FR'`)
  expect(await rejection(change)).toMatchObject({ code: 'PT422', hint: 'postal_code' })
})

test('an address saved before the rule can be changed without its postcode', async () => {
  const customer = await signUp(sql)
  await sql`alter table addresses disable trigger check_address`
  try {
    await sql`insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
      select id, 'Ada', 'Love', '1 High Street', 'Town', '123' from customers where user_id = ${customer.user?.id ?? null}`
  } finally {
    await sql`alter table addresses enable trigger check_address`
  }
  const changed = await as(sql, customer, async (tx) => [
    ...(await tx`update addresses set city = 'Bath' returning postal_code`),
  ])
  expect(changed).toEqual([{ postal_code: '123' }])
})
