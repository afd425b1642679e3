import { describe, expect } from 'vitest'
import { newGuest, purchase, rpc, sessionOf } from './shop/purchase'
import { ask } from './shop/ask'
import { test, type RunningShop } from './shop/running-shop'

/** Everything that should cost money. */
async function bought({ backend: { sql } }: RunningShop): Promise<unknown> {
  const [row] = await sql`
    select (select count(*) from orders) as orders, (select count(*) from gift_cards) as cards,
      (select count(*) from payment_attempts where status = 'succeeded') as payments`
  return row
}

const setProvider = async ({ backend: { sql } }: RunningShop, value: string | null): Promise<void> => {
  await sql`delete from shop_settings where key = 'payment.provider'`
  if (value !== null)
    await sql`insert into shop_settings (key, value) values ('payment.provider', ${value}::text::jsonb)`
}

describe('what the setting payment.provider allows', () => {
  test.afterEach(({ shop }) => setProvider(shop, '"simulated"'))

  // The database rejects all other values; supabase/tests/settings.db.test.ts tries them.
  test.for([null, '"stripe"'])('with %s nobody buys without money', async (value, { shop }) => {
    await setProvider(shop, value)
    const before = await bought(shop)
    const buyer = purchase(shop)
    await buyer.add(shop.facts.product ?? '', 2)
    for (const session of [
      sessionOf(await buyer.startGiftCard({ amount: 500 })),
      sessionOf(await buyer.start()),
    ]) {
      await buyer.reserve(session)
      expect((await buyer.complete(session)).status).toBeGreaterThanOrEqual(400)
    }
    expect(await bought(shop)).toEqual(before)
  })

  test('with "simulated" everybody buys', async ({ shop }) => {
    const buyer = purchase(shop)
    await buyer.add(shop.facts.product ?? '', 1)
    expect((await buyer.complete(sessionOf(await buyer.start()))).status).toBe(200)
  })
})

test('a finished checkout that others complete again and again keeps none of their keys', async ({
  shop,
}) => {
  const buyer = purchase(shop)
  await buyer.add(shop.facts.product ?? '', 1)
  const session = sessionOf(await buyer.start())
  await buyer.complete(session)
  const before = await bought(shop)
  const keys = () => shop.backend.sql`select count(*) from private.idempotency_keys`
  const kept = [...(await keys())]
  for (let index = 0; index < 10; index += 1)
    await ask(
      shop,
      rpc(
        'complete_checkout',
        { p_session_id: session, p_idempotency_key: crypto.randomUUID() },
        { headers: newGuest() },
      ),
    )
  expect([...(await keys())]).toEqual(kept)
  expect(await bought(shop)).toEqual(before)
})
