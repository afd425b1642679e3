import { expect, test } from 'vitest'
import { complete, details, addToCart, readyToPay, startCheckout, stockProduct } from './checkout-steps'
import { tables } from './tables'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()

const write = (visitor: Visitor, statement: string) =>
  rejection(as(sql, visitor, (tx) => tx.unsafe(statement)))

/** Runs work while a table rejects every row that is new to it. */
async function rejecting(table: string, work: () => Promise<void>): Promise<void> {
  await sql.unsafe(`alter table ${table} add constraint test_rejects check (false) not valid`)
  try {
    await work()
  } finally {
    await sql.unsafe(`alter table ${table} drop constraint test_rejects`)
  }
}

const broken = (table: string) => ({
  code: '23514',
  detail: '',
  message: `new row for relation "${table}" violates check constraint "test_rejects"`,
})

test('a constraint that fails while a checkout begins or ends tells its name and no row', async () => {
  const [first, second] = [guest(), guest()]
  const product = await stockProduct(sql, 10, 5)
  await addToCart(sql, first, product)
  await rejecting('checkout_sessions', async () => {
    expect(await rejection(startCheckout(sql, first, await details(sql)))).toMatchObject(
      broken('checkout_sessions'),
    )
  })
  const { session_id: session } = await readyToPay(sql, second, product)
  await rejecting('orders', async () => {
    expect(await rejection(complete(sql, second, session))).toMatchObject(broken('orders'))
  })
  await rejecting('cart_items', async () => {
    expect(await rejection(addToCart(sql, guest(), product))).toMatchObject(broken('cart_items'))
  })
})

test('every function of the API that calls into private, but to ask who is calling, is wrapped so', async () => {
  const open = await sql`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and regexp_replace(prosrc, 'private[.](require_user|my_user_id)[(][)]', '', 'g') like '%private.%'
      and prosrc not like '%when integrity_constraint_violation%'
      and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))`
  expect(open.map(({ name }): unknown => name)).toEqual([])
})

const writers = { 'a guest': guest, 'a shopper': signUp, staff: signUpStaff }

const rejectedWrites = Object.values(tables).flatMap((table) => table.rejectedWrites ?? [])

test.each(rejectedWrites)(
  'what $by may write directly is rejected without its row: %#',
  async ({ by, statement, code }) => {
    await stockProduct(sql, 10, 5)
    const error = await write(await writers[by](sql), statement)
    expect(error.code).toBe(code)
    expect(error.detail).not.toMatch(/Failing row|=\(/)
  },
)
