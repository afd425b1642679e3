import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readyToPay, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { signUp } from './visitor-fixtures'

const sql = await testDatabase()

test('an order without variants calls few functions: each is a statement of its own', async () => {
  const visitor = await signUp(sql)
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 20, 10), 2)
  const pence = Math.round(Number(checkout.total) * 100)
  const calls = await sql.begin(async (tx) => {
    await tx`select set_config('track_functions', 'all', true), set_config('request.jwt.claims', '{"role":"service_role"}', true)`
    await tx`select complete_checkout(${checkout.session_id}, ${randomUUID()}, 'pi_3Cost', ${pence}, 'GBP')`
    return tx<{ name: string; calls: number }[]>`
      select funcname as name, calls::integer from pg_stat_xact_user_functions order by calls desc, funcname`
  })
  const names = calls.map(({ name }) => name)
  expect(names).toContain('count_product_sales')
  expect(names).not.toContain('count_variants')
  expect(calls.reduce((sum, { calls: each }) => sum + each, 0)).toBeLessThan(200)
})
