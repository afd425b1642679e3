import { expect, test } from 'vitest'
import { testDatabase } from './test-database'
import { stockBySize, sizedProduct } from './variant-fixtures'
import { as, connections, refusal, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()

test('staff who write a size while its product is bought are asked to try again, and the buyer is not disturbed', async () => {
  const staff = await signUpStaff(sql)
  const robe = await sizedProduct(sql, { S: 3, M: 3 })
  const size = robe.variants.S ?? ''
  const others = connections(sql, 2)
  const withdraw = () =>
    refusal(as(others, staff, (tx) => tx`update product_variants set is_active = false where id = ${size}`))
  const remove = () => refusal(as(others, staff, (tx) => tx`delete from product_variants where id = ${size}`))
  try {
    await sql.begin(async (checkout) => {
      await checkout`select from products where id = ${robe.id} for no key update`
      expect(await withdraw()).toMatchObject({ code: 'PT409', hint: 'busy' })
      expect(await remove()).toMatchObject({ code: 'PT409', hint: 'busy' })
      await checkout`update product_variants set inventory_quantity = 2 where id = ${size}`
    })
    expect(await stockBySize(sql, robe)).toEqual({ S: 2, M: 3 })
    expect((await withdraw()).code).toBe('')
  } finally {
    await others.end()
  }
})
