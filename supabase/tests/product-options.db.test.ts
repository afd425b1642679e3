import { expect, test } from 'vitest'
import { stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { sizedProduct } from './variant-fixtures'
import { as, refusal as refusalOf, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

/** The code and hint of a refusal. */
const refusal = async (attempt: Promise<unknown>) => {
  const { code, hint } = await refusalOf(attempt)
  return `${code} ${hint}`
}

test.each([
  ['a value that is no option', '{XS}'],
  ['too many values', '{S,Plum}'],
  ['no value', '{}'],
])('a variant with %s is refused', async (_, values) => {
  const robe = await sizedProduct(sql, { S: 1 })
  expect(
    await refusal(
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
    await refusal(
      as(sql, staff, (tx) => tx`update products set options = ${options}::text::jsonb where id = ${product}`),
    ),
  ).toMatch(/^23514/)
})
