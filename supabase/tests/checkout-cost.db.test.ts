import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase, type TestDatabase } from '@shop/local-supabase/test-database'
import { readyToPay, stockProduct } from './checkout-steps'
import { signUp } from './visitor-fixtures'

let backend: TestDatabase
beforeAll(async () => {
  backend = await startTestDatabase()
})
afterAll(() => backend.stop())

test('an order without variants calls few functions: each is a statement of its own', async () => {
  const visitor = await signUp(backend.sql)
  const checkout = await readyToPay(backend.sql, visitor, await stockProduct(backend.sql, 20, 10), 2)
  const pence = Math.round(Number(checkout.total) * 100)
  const calls = await backend.sql.begin(async (tx) => {
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
