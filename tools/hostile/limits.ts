import { randomUUID } from 'node:crypto'
import { as } from '../../supabase/tests/visitor-fixtures'
import { forgetLimits, rpc, some, type Call, type AttackRun } from './attack-run'
import { loopback, type Reply } from './send'
import { newGuest } from './shoppers'

const hex = (number: number): string => number.toString(16)

/** Rate limits count the real address, not forwarding headers. */
export async function spoofedAddresses(attackRun: AttackRun): Promise<void> {
  const track = (index: number, headers: Record<string, string>): Call =>
    rpc(
      'track_order',
      { p_order_number: `AM20260201-${String(1000 + index)}`, p_contact: 'x@example.test' },
      { headers },
    )
  const ways: Readonly<Record<string, (index: number) => Call>> = {
    'addresses named before the true one': (index) =>
      track(index, { 'x-forwarded-for': `198.51.100.${String(index)}, 192.0.2.71` }),
    'addresses named in cf-connecting-ip': (index) =>
      track(index, { 'x-forwarded-for': '192.0.2.72', 'cf-connecting-ip': `198.51.100.${String(index)}` }),
    'addresses named in other headers': (index) =>
      track(index, {
        'x-forwarded-for': '192.0.2.73',
        'x-real-ip': `198.51.100.${String(index)}`,
        'true-client-ip': `198.51.100.${String(index)}`,
        forwarded: `for=198.51.100.${String(index)}`,
        'x-client-ip': `198.51.100.${String(index)}`,
      }),
    'blanks and commas around the true one': (index) =>
      track(index, { 'x-forwarded-for': `${','.repeat(index % 7)} ,${' '.repeat(index % 5)}192.0.2.74` }),
    'addresses of one IPv6 network of 64 bits': (index) =>
      rpc(
        'check_promotion',
        { p_code: `WRONG${String(index)}` },
        {
          headers: {
            ...newGuest().headers,
            'x-forwarded-for': `2001:db8:77:1:${hex((index * 7919) % 65536)}::${hex(index + 1)}`,
          },
        },
      ),
    'addresses of one IPv6 network through other words': (index) =>
      rpc(
        'check_promotion',
        { p_code: `FALSE${String(index)}` },
        {
          headers: {
            ...newGuest().headers,
            'x-forwarded-for':
              index % 2 === 0
                ? `2001:DB8:77:2::${(index + 1).toString(16)}`
                : `2001:0db8:0077:0002::0:${(index + 1).toString(16)}`,
          },
        },
      ),
  }
  for (const [what, call] of some(attackRun, Object.entries(ways), 3))
    await limitedAfter(attackRun, `limits evaded by ${what}`, 75, call)
  if (attackRun.target.web !== null) {
    const from = loopback(0x30_0001)
    await limitedAfter(
      attackRun,
      'limits evaded through the proxy by addresses that the visitor names',
      75,
      (index) => ({
        ...track(index, { 'x-forwarded-for': `198.51.100.${String(index)}` }),
        way: 'proxy',
        from,
      }),
    )
    await formsBySpoofedAddresses(attackRun)
  }
  await unknownAddresses(attackRun)
  await forgetLimits(attackRun)
}

/** Sends calls of one caller until one is rate limited (429). */
async function limitedAfter(
  attackRun: AttackRun,
  attack: string,
  times: number,
  call: (index: number) => Call,
): Promise<void> {
  await forgetLimits(attackRun)
  let last: Reply | undefined
  for (let index = 0; index < times && last?.status !== 429; index += 1)
    last = await attackRun.ask(attack, call(index))
  if (last && last.status !== 429)
    attackRun.wrong(attack, call(times - 1), last, `none of ${String(times)} calls was told to wait`)
}

/** The contact form takes thirty letters an hour from one address, whatever its forwarding headers claim. */
async function formsBySpoofedAddresses(attackRun: AttackRun): Promise<void> {
  const attack = 'the contact form by addresses that the visitor names'
  await forgetLimits(attackRun)
  const form = (index: number): Call => ({
    way: 'web',
    method: 'POST',
    path: '/contact/messages',
    from: loopback(0x30_0002),
    headers: {
      origin: attackRun.target.siteUrl,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `203.0.113.${String(index)}`,
    },
    body: new URLSearchParams({
      name: 'Ada',
      email: `${randomUUID()}@example.test`,
      subject: 'Hello',
      message: 'Ten letters, no fewer',
    }).toString(),
  })
  let sent = 0
  for (let index = 0; index < 40; index += 1)
    if (/sent=1/.test((await attackRun.ask(attack, form(index))).location)) sent += 1
  if (sent > 30)
    attackRun.report.wrong(
      attack,
      '40 letters from one address',
      `${String(sent)} taken`,
      'more than the 30 an hour that one address may send',
    )
}

/** A caller without any address counts as one caller, not as none. */
async function unknownAddresses(attackRun: AttackRun): Promise<void> {
  const attack = 'limits evaded by no address at all'
  await forgetLimits(attackRun)
  attackRun.report.tried(attack)
  let refused = false
  for (let index = 0; index < 75 && !refused; index += 1) {
    attackRun.report.calls += 1
    const visitor = { headers: newGuest().headers }
    refused = await as(attackRun.target.sql, visitor, async (tx) => {
      await tx`select check_promotion(${`NONE${String(index)}`})`
    }).then(
      () => false,
      (error: unknown) => error instanceof Error && /Too many attempts/.test(error.message),
    )
  }
  if (!refused)
    attackRun.report.wrong(
      attack,
      '75 × check_promotion in SQL without an address, a new guest each time',
      'all answered',
      'who has no address is not limited',
    )
}
