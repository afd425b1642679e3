import { forgetLimits, some, type Call, type AttackRun } from './attack-run'
import { endCheckouts, newGuest, number, purchase, sessionOf } from './shoppers'

const outOfRange: readonly [string, readonly string[]][] = [
  ['pricing.factor', ['-1', '0', '1e9', '"0.79"', 'null', '[]', 'true', '-0.0001', '1e-9']],
  ['shipping.fallback', ['-1', '1e12', '"free"']],
  ['shipping.freeFrom', ['-1', '"0"', '1e15']],
  ['payment.provider', ['"free"', '["simulated"]', 'true', 'null', '""']],
  ['stock.lowMax', ['-5', '1e12', '"x"']],
  ['checkout.requireSignIn', ['"no"', '0', 'null']],
  ['delivery.coverage', ['"moon"', '1']],
]

/**
 * A setting outside its range stops the shop or gives goods away: the database refuses it from every
 * staff role.
 */
export async function settingsOutOfRange(attackRun: AttackRun): Promise<void> {
  const { sql } = attackRun.target
  const kept = await sql<{ key: string; value: unknown }[]>`select key, value from shop_settings`
  const headers = { 'content-type': 'application/json', prefer: 'return=representation' }
  for (const [key, values] of outOfRange) {
    for (const value of some(attackRun, values, 2)) {
      const attack = `the setting ${key}`
      const calls: Call[] = [
        {
          by: 'super_admin',
          method: 'PATCH',
          path: `/rest/v1/shop_settings?key=eq.${key}`,
          headers,
          body: `{"value":${value}}`,
        },
        {
          by: 'super_admin',
          method: 'POST',
          path: '/rest/v1/shop_settings',
          headers: { ...headers, prefer: 'resolution=merge-duplicates,return=representation' },
          body: `{"key":"${key}","value":${value}}`,
        },
      ]
      for (const call of calls) {
        const reply = await attackRun.ask(attack, call)
        const written = await number(
          attackRun,
          `select count(*) as n from shop_settings where key = $1 and value = $2::text::jsonb`,
          [key, value],
        )
        if (written > 0) attackRun.wrong(attack, call, reply, `${key} = ${value} is kept`)
        await sql`delete from shop_settings where key = ${key}`
        const row = kept.find((one) => one.key === key)
        if (row)
          await sql`insert into shop_settings (key, value)
            values (${key}, ${JSON.stringify(row.value)}::text::jsonb)`
      }
    }
  }
}

const noUkCodes = [
  'JE2 3AB',
  'GY1 1AA',
  'JE1 1AA',
  '123',
  '<script>',
  'je23ab',
  'GY9 9ZZ',
  '',
  ' ',
  'SW1A',
  'SW1A 1A',
  'SW1A1AAA',
  '90210',
  'D02 AF30',
  'ＳＷ１Ａ１ＡＡ',
  "SW1A' or '1'='1",
  '1AA SW1A',
]
const ukCodes = ['SW1A 1AA', 'sw1a1aa', ' kw15 1aa ', 'BT1 1AA', 'TR21 0AA', 'M1 1AE']

/**
 * Goods go to addresses of the United Kingdom: another code is refused rather than sold at the first
 * zone's price.
 */
export async function postcodes(attackRun: AttackRun): Promise<void> {
  const sessions: string[] = []
  for (const [codes, isSold] of [
    [noUkCodes, false],
    [ukCodes, true],
  ] as const) {
    for (const code of some(attackRun, codes, 6)) {
      await forgetLimits(attackRun)
      const attack = `the postcode ${JSON.stringify(code)}`
      const buyer = purchase(attackRun, attack, newGuest())
      await buyer.add(attackRun.world.facts.product ?? '', 1)
      const address = { address_line_1: '1 High Street', city: 'Town', postal_code: code }
      const reply = await buyer.start({ shipping_address: address })
      const call = buyer.callOf('start_checkout', { shipping_address: address })
      if (reply.status < 300 && !isSold)
        attackRun.wrong(attack, call, reply, 'sold to an address that is not in the United Kingdom')
      if (reply.status >= 300 && isSold)
        attackRun.wrong(attack, call, reply, 'an address in the United Kingdom is refused')
      sessions.push(sessionOf(reply))
    }
  }
  await endCheckouts(attackRun, sessions)
}
