import { withFacts } from '../../supabase/tests/hostile/judge'
import { readFunctions, readTables } from './catalogue'
import { callers, isStaff, type Call, type Raid } from './raid'
import type { Reply } from './send'
import type { Watch } from './watch'

// Facts whose ids are nobody's business but their owners' and staff's.
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

/** Reports texts of somebody else's rows in an answer: what the caller may not see and did not send. */
function checkTold(raid: Raid, attack: string, call: Call, reply: Reply): void {
  const {
    world: { facts, secrets },
  } = raid
  const sent = [
    call.path,
    ...(typeof call.body === 'string' ? [call.body] : []),
    ...Object.values(call.headers ?? {}),
  ].join(' ')
  const asked = withFacts(sent, facts)
  const shows = (text: string | undefined): boolean =>
    Boolean(text) && reply.body.includes(text ?? '') && !asked.includes(text ?? '')
  // Staff may read shoppers' rows, but never what opens an account or a session.
  const isStaffs = isStaff(call.by ?? 'keyless')
  const told = secrets
    .filter((text) => !isStaffs || /^(sb_secret_|eyJ|[0-9a-f]{64}$)/.test(text))
    .filter(shows)
  const ids = isStaffs ? [] : privateFacts.filter((fact) => shows(facts[fact]))
  if (told.length > 0) raid.wrong(attack, call, reply, `tells a secret: ${told[0]?.slice(0, 40) ?? ''}`)
  if (ids.length > 0) raid.wrong(attack, call, reply, `shows a row of somebody else: ${ids.join(', ')}`)
}

/** Sends a call, reports what it told or changed that it may not, and puts the attackers' corner back. */
export async function tryRow(raid: Raid, watch: Watch, attack: string, call: Call): Promise<void> {
  const reply = await raid.ask(attack, call)
  checkTold(raid, attack, call, reply)
  const isAccepted = call.method !== 'GET' && reply.status >= 200 && reply.status < 300
  if (!isAccepted) return
  const changed = isStaff(call.by ?? 'keyless') ? await watch.byStaff() : await watch.byShoppers()
  if (changed.length > 0)
    raid.wrong(attack, call, reply, `changed what ${call.by ?? 'nobody'} may not: ${changed.join(', ')}`)
  await watch.tidy()
  if (isStaff(call.by ?? 'keyless')) await watch.byStaff()
}

/**
 * What the database exposes, read from it, so that a new table or function is attacked without being
 * listed.
 */
export async function exposed({ target }: Raid) {
  const [tables, functions] = await Promise.all([readTables(target.sql), readFunctions(target.sql)])
  return { tables, functions, callers }
}
