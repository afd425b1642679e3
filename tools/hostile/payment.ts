import { forgetLimits, type AttackRun } from './attack-run'
import { newGuest, number, purchase, sessionOf } from './shoppers'

// Values of the row as JSON texts; null for no row.
const oddRows: readonly (string | null)[] = [
  null,
  '["stripe"]',
  '{"provider":"stripe"}',
  'true',
  'null',
  '0',
  '""',
  '"Stripe"',
  '"simulated "',
  '"Simulated"',
  '"stripe"',
  '[]',
  '["simulated"]',
]
const made = `select (select count(*) from orders) + (select count(*) from gift_cards)
  + (select count(*) from payment_attempts where status = 'succeeded') as n`

/**
 * Simulated payment only where the row says exactly "simulated": with any other there is no order and
 * no card.
 */
export async function paymentFailsClosed(attackRun: AttackRun): Promise<void> {
  const { sql } = attackRun.target
  const write = (
    json: string,
  ) => sql`insert into shop_settings (key, value) values ('payment.provider', ${json}::text::jsonb)
    on conflict (key) do update set value = excluded.value`
  try {
    for (const row of oddRows) {
      const attack = `payment with ${row === null ? 'no row payment.provider' : `payment.provider = ${row}`}`
      attackRun.report.tried(attack)
      // A row that the database itself refuses cannot be there.
      const written =
        row === null ? sql`delete from shop_settings where key = 'payment.provider'` : write(row)
      if (
        !(await written.then(
          () => true,
          () => false,
        ))
      )
        continue
      await forgetLimits(attackRun)
      const before = await number(attackRun, made)
      const buyer = purchase(attackRun, attack, newGuest())
      const card = sessionOf(await buyer.startGiftCard({ amount: 500 }))
      const replies = card ? [await buyer.reserve(card), await buyer.complete(card)] : []
      await buyer.add(attackRun.world.facts.product ?? '', 2)
      const goods = sessionOf(await buyer.start())
      if (goods) replies.push(await buyer.reserve(goods), await buyer.complete(goods))
      const gained = (await number(attackRun, made)) - before
      const last = replies.at(-1)
      if (gained !== 0 && last) {
        attackRun.wrong(
          attack,
          buyer.callOf('complete_checkout', { p_session_id: goods || card }),
          last,
          `${String(gained)} orders, cards and payments without any money`,
        )
      }
    }
  } finally {
    await write('"simulated"')
    await forgetLimits(attackRun)
  }
  const attack = 'payment with payment.provider = "simulated"'
  const buyer = purchase(attackRun, attack, newGuest())
  await buyer.add(attackRun.world.facts.product ?? '', 1)
  const session = sessionOf(await buyer.start())
  const reply = await buyer.complete(session)
  if (reply.status !== 200)
    attackRun.wrong(
      attack,
      buyer.callOf('complete_checkout', { p_session_id: session }),
      reply,
      'the demo cannot be bought from any more',
    )
  await again(attackRun, session)
}

/** Completing a checkout is idempotent, and leaves nothing behind. */
async function again(attackRun: AttackRun, session: string): Promise<void> {
  const attack = 'a finished checkout completed again and again'
  const buyer = purchase(attackRun, attack, newGuest())
  const keys = 'select count(*) as n from private.idempotency_keys'
  const before = await number(attackRun, keys)
  for (let index = 0; index < attackRun.count(60) + 5; index += 1) await buyer.complete(session)
  const more = (await number(attackRun, keys)) - before
  if (more > 0)
    attackRun.report.wrong(
      attack,
      'complete_checkout with a new key each time',
      `${String(more)} keys`,
      'a key is kept for a checkout that was finished before',
    )
}
