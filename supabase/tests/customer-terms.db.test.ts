import { customerTerms } from '@shop/settings/customer-terms'
import { expect, test } from 'vitest'
import { testDatabase } from './test-database'

const sql = await testDatabase()

test.each([
  ['gift_cards', `${String(customerTerms.giftCardMonths)} months`],
  ['account_creation_tokens', `${String(customerTerms.linkDays)} days`],
  ['staff_invitations', `${String(customerTerms.linkDays)} days`],
])('what is written to %s is valid for as long as pages and emails say: %s', async (table, time) => {
  const [column] = await sql`
    select column_default as expression from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name = 'expires_at'`
  const [found] = await sql.unsafe(
    `select ${String(column?.expression)} = now() + interval '${time}' as agrees`,
  )
  expect(found).toEqual({ agrees: true })
})
