import { forgetLimits, json, type AttackRun } from './attack-run'
import { endCheckouts, newGuest, number, purchase, sessionOf } from './shoppers'
import { loopback } from './send'

const stockHolds = `select coalesce(sum(quantity), 0) as n from private.stock_holds where expires_at > now()
  and checkout_session_id = any ($1)`
/** One address with 40 carts takes all it can; somebody else must still be able to buy most of the shop. */
export async function oneGuestEmptiesTheShop(attackRun: AttackRun): Promise<void> {
  const attack = 'one address with 40 carts holds the stock'
  await forgetLimits(attackRun)
  const { sql } = attackRun.target
  const from = loopback(0x20_0001)
  const stock = await sql<{ id: string; variant: string | null; pieces: number }[]>`
    select product_id as id, variant_id as variant, inventory_quantity as pieces from private.stock_units
    where is_active and inventory_quantity >= 10 and product_id <> ${attackRun.world.facts.product ?? ''}`
  const sessions: string[] = []
  for (let cart = 0; cart < 40; cart += 1) {
    const buyer = purchase(attackRun, attack, newGuest(from))
    let added = 0
    for (const { id, variant, pieces } of stock) {
      // As much as the cart takes: all of it, or the largest line that is told.
      const reply = await buyer.add(id, pieces, variant)
      const stated = reply.status === 409 || reply.status === 400 ? maxShown(json(reply)) : 0
      if (reply.status < 300 || (stated > 0 && (await buyer.add(id, stated, variant)).status < 300))
        added += 1
      if (reply.status === 429) break
    }
    if (added === 0) break
    const session = sessionOf(await buyer.start())
    if (!session) break
    sessions.push(session)
    await buyer.reserve(session)
  }
  const pieces = await number(attackRun, stockHolds, [sessions])
  const all = stock.reduce((sum, each) => sum + each.pieces, 0)
  let refused = 0
  for (const { id, variant } of stock) {
    const buyer = purchase(attackRun, attack, newGuest())
    await buyer.add(id, 1, variant)
    const session = sessionOf(await buyer.start())
    if (!session || (await buyer.reserve(session)).status >= 300) refused += 1
    if (session) sessions.push(session)
  }
  if (refused > stock.length / 2) {
    attackRun.report.wrong(
      attack,
      `40 carts of one address held ${String(pieces)} of ${String(all)} pieces`,
      `${String(refused)} of ${String(stock.length)} products`,
      'cannot be bought by anybody else',
    )
  }
  await renewedForEver(attackRun, sessions[0])
  await endCheckouts(attackRun, sessions)
  await forgetLimits(attackRun)
}

/** The number of pieces that a refusal says are to be had; 0 without one. */
function maxShown(body: unknown): number {
  const text =
    typeof body === 'object' && body !== null
      ? `${String(Reflect.get(body, 'details'))} ${String(Reflect.get(body, 'message'))}`
      : ''
  return Number(/\d+/.exec(text)?.[0] ?? 0)
}

/** A checkout begun long ago cannot be renewed: holding ends a fixed time after its start. */
async function renewedForEver(attackRun: AttackRun, sessions: string | undefined): Promise<void> {
  const attack = 'a hold is renewed for ever'
  const { sql } = attackRun.target
  const buyer = purchase(attackRun, attack, newGuest())
  await buyer.add(attackRun.world.facts.product ?? '', 1)
  const session = sessionOf(await buyer.start()) || sessions
  if (!session)
    return attackRun.report.wrong(
      attack,
      'start_checkout',
      'refused',
      'a single honest checkout cannot be started',
    )
  await buyer.reserve(session)
  // As if it had been begun five days ago and renewed ever since, and its hold ended in a minute.
  await sql`update checkout_sessions set created_at = created_at - interval '5 days'
    where session_id = ${session}`
  await sql`update private.stock_holds set expires_at = now() + interval '1 minute'
    where checkout_session_id = ${session}`
  const reply = await buyer.reserve(session)
  const late = await number(
    attackRun,
    `select count(*) as n from private.stock_holds
    where checkout_session_id = any ($1) and expires_at > now() + interval '2 minutes'`,
    [[session]],
  )
  if (late > 0)
    attackRun.wrong(
      attack,
      buyer.callOf('reserve_checkout', { p_session_id: session }),
      reply,
      'a checkout begun five days ago still holds stock',
    )
  await endCheckouts(attackRun, [session])
}

/** Carts, checkouts and addresses are limited by who makes them, not by an id that the caller makes up. */
export async function rowsWithoutEnd(attackRun: AttackRun): Promise<void> {
  await forgetLimits(attackRun)
  const carts = 'one address makes 400 guest carts'
  const from = loopback(0x20_0002)
  const count = 400
  let last = 0
  for (let cart = 0; cart < count && last !== 429; cart += 1) {
    last = (await purchase(attackRun, carts, newGuest(from)).add(attackRun.world.facts.product ?? '', 1))
      .status
  }
  if (last !== 429)
    attackRun.report.wrong(
      carts,
      `cart_add by ${String(count)} new guests of one address`,
      `${String(last)}`,
      'none was told to wait',
    )

  const checkouts = 'one address starts 250 checkouts with carts of its own'
  const address = loopback(0x20_0003)
  const sessions: string[] = []
  last = 0
  for (let index = 0; index < 250 && last !== 429; index += 1) {
    const buyer = purchase(attackRun, checkouts, newGuest(address))
    last = (await buyer.add(attackRun.world.facts.product ?? '', 1)).status
    if (last === 429) break
    const reply = await buyer.start()
    last = reply.status
    sessions.push(sessionOf(reply))
  }
  if (last !== 429)
    attackRun.report.wrong(
      checkouts,
      'start_checkout by 250 new guests of one address',
      String(last),
      'none was told to wait',
    )
  await endCheckouts(attackRun, sessions)

  const rows = 'a shopper keeps 500 addresses'
  const row = {
    customer_id: '@strangerCustomer@',
    first_name: 'Own',
    last_name: 'Name',
    address_line_1: '1 Road',
    city: 'London',
    postal_code: 'SW1A 1AA',
  }
  for (let batch = 0; batch < 10; batch += 1) {
    await attackRun.ask(rows, {
      by: 'stranger',
      method: 'POST',
      path: '/rest/v1/addresses',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Array.from({ length: 50 }, () => row)),
    })
  }
  const remaining = await number(attackRun, `select count(*) as n from addresses where customer_id = $1`, [
    attackRun.world.facts.strangerCustomer ?? '',
  ])
  if (remaining > 200)
    attackRun.report.wrong(
      rows,
      '10 × 50 addresses of one shopper',
      `${String(remaining)} rows`,
      'more than 200 addresses of one shopper are kept',
    )
  await attackRun.target
    .sql`delete from addresses where customer_id = ${attackRun.world.facts.strangerCustomer ?? ''}
    and id not in (select id from addresses where customer_id = ${attackRun.world.facts.strangerCustomer ?? ''}
      order by created_at limit 1)`
  await forgetLimits(attackRun)
}
