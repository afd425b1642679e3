import { withFacts } from '../../supabase/tests/hostile/judge'
import { readFunctions, readTables } from './catalogue'
import { callers, isStaff, type Call, type AttackRun } from './attack-run'
import type { Reply } from './send'
import type { ChangeMonitor } from './change-monitor'

// Rows whose ids only their owners and staff may see.
const privateFacts = [
  'hidden',
  'victimUser',
  'victimCustomer',
  'victimOrder',
  'guestOrderId',
  'victimAddress',
  'victimLine',
  'victimCheckout',
  'victimLetter',
  'victimMail',
  'victimToken',
  'victimShipment',
  'giftCard',
  'promotion',
  'staffUser',
  'staffRecord',
  'payment',
]

/** Reports texts of other people's rows in a reply, unless the caller sent them. */
function checkDisclosure(attackRun: AttackRun, attack: string, call: Call, reply: Reply): void {
  const {
    world: { facts, secrets },
  } = attackRun
  const sent = [
    call.path,
    ...(typeof call.body === 'string' ? [call.body] : []),
    ...Object.values(call.headers ?? {}),
  ].join(' ')
  const asked = withFacts(sent, facts)
  const shows = (text: string | undefined): boolean =>
    Boolean(text) && reply.body.includes(text ?? '') && !asked.includes(text ?? '')
  // Staff may read shoppers' rows, but never what opens an account or a session.
  const isStaffOnly = isStaff(call.by ?? 'keyless')
  const disclosed = secrets
    .filter((text) => !isStaffOnly || /^(sb_secret_|eyJ|[0-9a-f]{64}$)/.test(text))
    .filter(shows)
  const ids = isStaffOnly ? [] : privateFacts.filter((fact) => shows(facts[fact]))
  if (disclosed.length > 0)
    attackRun.wrong(attack, call, reply, `tells a secret: ${disclosed[0]?.slice(0, 40) ?? ''}`)
  if (ids.length > 0) attackRun.wrong(attack, call, reply, `shows a row of somebody else: ${ids.join(', ')}`)
}

/** Sends a call, reports forbidden disclosures and changes, and restores the attackers' rows. */
export async function tryRow(
  attackRun: AttackRun,
  watch: ChangeMonitor,
  attack: string,
  call: Call,
): Promise<void> {
  const reply = await attackRun.ask(attack, call)
  checkDisclosure(attackRun, attack, call, reply)
  const isAccepted = call.method !== 'GET' && reply.status >= 200 && reply.status < 300
  if (!isAccepted) return
  const changed = isStaff(call.by ?? 'keyless') ? await watch.byStaff() : await watch.byShoppers()
  if (changed.length > 0)
    attackRun.wrong(attack, call, reply, `changed what ${call.by ?? 'nobody'} may not: ${changed.join(', ')}`)
  await watch.tidy()
  if (isStaff(call.by ?? 'keyless')) await watch.byStaff()
}

/**
 * What the database exposes, read from the database, so that new tables and functions are attacked
 * too.
 */
export async function exposed({ target }: AttackRun) {
  const [tables, functions] = await Promise.all([readTables(target.sql), readFunctions(target.sql)])
  return { tables, functions, callers }
}
