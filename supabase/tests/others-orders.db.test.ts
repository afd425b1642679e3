import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addToCart, complete, details, startCheckout, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const product = await stockProduct(sql, 10, 1000)

async function confirmed(): Promise<Visitor> {
  const visitor = await signUp(sql)
  await sql`update auth.users set email_confirmed_at = now() where id = ${visitor.user?.id ?? null}`
  return visitor
}

async function start(visitor: Visitor, email: string): Promise<string> {
  await addToCart(sql, visitor, product)
  return (await startCheckout(sql, visitor, await details(sql, 'Standard', { email }))).session_id
}

const buy = async (visitor: Visitor, email: string) => complete(sql, visitor, await start(visitor, email))

const victim = await confirmed()
const order = await buy(guest(), victim.user?.email ?? '')
const [row] = await sql<{ id: string }[]>`
  insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
  select id, 'Ada', 'Lane', '5 Old Lane', 'London', 'SW1A 1AA' from customers where user_id = ${victim.user?.id ?? null}
  returning id`
const address = row?.id ?? ''

const attackers: [string, () => Promise<Visitor>][] = [
  ['another account', confirmed],
  ['an account whose address nobody confirmed', () => signUp(sql)],
  ['a guest', () => Promise.resolve(guest())],
]

/** The answer to a call as an API client sees it: value, or the rejection's code, words and hint. */
async function respond(visitor: Visitor, call: string, ...given: (string | null)[]): Promise<unknown> {
  const asked = as(
    sql,
    visitor,
    async (tx) => (await tx.unsafe(`select ${call} as it`, given))[0]?.it as unknown,
  )
  const rejected = await rejection(asked)
  return rejected.message === 'was not refused' ? asked : rejected
}

test.each(attackers)('%s reads nothing of another’s order by any id', async (_, make) => {
  const attacker = await make()
  const { order_id: id, order_number: number, checkout_session_id: session } = order
  const email = victim.user?.email ?? ''
  const reads = [
    `select from orders where id = '${id}' or order_number = '${number}' or email = '${email}' or checkout_session_id = '${session}'`,
    `select from orders where user_id = '${victim.user?.id ?? ''}' or user_id is null`,
    `select from checkout_sessions where session_id = '${session}' or email = '${email}'`,
    `select from account_creation_tokens where checkout_session_id = '${session}'`,
  ]
  const ofAccounts = [
    `select from order_events where order_id = '${id}'`,
    `select from shipments where order_id = '${id}'`,
    `select from customers where email = '${email}'`,
    `select from addresses where id = '${address}'`,
    `select from profiles where id = '${victim.user?.id ?? ''}'`,
    `update addresses set city = 'Elsewhere' where id = '${address}'`,
    `delete from addresses where id = '${address}'`,
  ]
  for (const statement of attacker.user ? [...reads, ...ofAccounts] : reads) {
    const done = as(sql, attacker, async (tx) => (await tx.unsafe(statement)).count)
    const rejected = await rejection(done)
    expect(rejected.message === 'was not refused' ? await done : rejected.code, statement).toSatisfy(
      (count: unknown) => count === 0 || count === '42501',
    )
    expect(JSON.stringify(rejected)).not.toContain(email)
  }
})

test.each(attackers)('to %s a number that exists and one that does not look the same', async (_, make) => {
  const attacker = await make()
  for (const contact of ['nobody@example.test', 'EC1A 1BB', '', null])
    expect(await respond(attacker, 'track_order($1, $2)', order.order_number, contact)).toEqual(
      await respond(attacker, 'track_order($1, $2)', 'AM20200101-0001', contact),
    )
})

test.each(attackers)(
  '%s gets no link for another’s checkout by guessing, and no word about it',
  async (_, make) => {
    const attacker = await make()
    const pending = await start(guest(), victim.user?.email ?? '')
    const unknown = await respond(attacker, 'issue_account_token($1)', `cs_${randomUUID()}${randomUUID()}`)
    for (const guess of [pending, order.order_id, order.order_number, victim.user?.email ?? ''])
      expect(await respond(attacker, 'issue_account_token($1)', guess)).toEqual(unknown)
  },
)

test.each(attackers)('%s learns of no account before an order is paid', async (_, make) => {
  const attacker = await make()
  const seen = async (email: string) => {
    const session = await start(attacker, email)
    return as(
      sql,
      { ...attacker, headers: { ...attacker.headers, 'x-checkout-session': session } },
      async (tx) => {
        const [row] = await tx<{ metadata: object; user_id: string | null; customer_id: string | null }[]>`
          select metadata, user_id, customer_id from checkout_sessions where session_id = ${session}`
        return row
      },
    )
  }
  expect(await seen(victim.user?.email ?? '')).toEqual(await seen(`${randomUUID()}@example.test`))
})

test('a token of one order tells nothing of another’s, and is not claimed twice', async () => {
  const receipt = await buy(guest(), `${randomUUID()}@example.test`)
  const token = String(await respond(guest(), 'issue_account_token($1)', receipt.checkout_session_id))
  const attacker = await confirmed()
  expect(await respond(attacker, 'claim_account_token($1)', `${token}x`)).toBe(false)
  expect(JSON.stringify(await respond(attacker, 'read_account_token($1)', token))).not.toContain(
    order.order_id,
  )
  expect(await as(sql, attacker, async (tx) => (await tx`select from orders`).count)).toBe(0)
  expect(await respond(guest(), 'claim_account_token($1)', token)).toBe(true)
  expect(await respond(guest(), 'claim_account_token($1)', token)).toBe(false)
})
