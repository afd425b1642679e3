import fc from 'fast-check'
import type { Attacker } from '../../supabase/tests/declaration/attack'
import { withFacts } from '../../supabase/tests/hostile/judge'
import {
  account,
  fillHostileShop,
  type BackendAccess,
  type HostileShop,
} from '../../supabase/tests/hostile/shop'
import { judgeReply } from './judge'
import type { Report } from './report'
import { send, type Reply, type Shot } from './send'
import type { Target } from './target'

/** The roles of staff. */
const staffRoles = ['moderator', 'admin', 'super_admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The callers: without a key, a guest, two shoppers, and staff of each role. */
export type Caller = Attacker | StaffRole
export const callers: readonly Caller[] = ['keyless', 'guest', 'buyer', 'stranger', ...staffRoles]

export function isStaff(caller: Caller): caller is StaffRole {
  return staffRoles.some((role) => role === caller)
}

/** The target of a call: the backend, the backend through the web server, or the web server itself. */
type Way = 'backend' | 'proxy' | 'web'

/** One call, with `@name@` placeholders for facts of the shop in path, headers and body. */
export interface Call extends Omit<Shot, 'origin'> {
  by?: Caller
  way?: Way
}

/** A run of attacks on one shop. */
export interface AttackRun {
  target: Target
  report: Report
  world: HostileShop<BackendAccess>
  /** 1 for all attacks, less for a sample of that share. */
  share: number
  seed: number
  /** As many of `all` as the share allows, one at least. */
  count(all: number): number
  headersOf(by: Caller): Record<string, string>
  /** Sends a call, counts it and reports faults that no reply may have. */
  ask(attack: string, call: Call): Promise<Reply>
  /** Reports a fault of a reply to this call. */
  wrong(attack: string, call: Call, reply: Reply, why: string): void
}

/** All in a full run, else so many of them as the share allows, `least` at least, chosen by the seed. */
export function some<T>(
  { share, seed }: Pick<AttackRun, 'share' | 'seed'>,
  all: readonly T[],
  least: number,
): T[] {
  if (share === 1) return [...all]
  const length = Math.min(all.length, Math.max(least, Math.round(all.length * share)))
  return (
    fc.sample(fc.shuffledSubarray([...all], { minLength: length, maxLength: length }), {
      seed,
      numRuns: 1,
    })[0] ?? []
  )
}

/** The call as one line. */
function described({ by, way = 'backend', method, path, headers = {}, body }: Call): string {
  const named = Object.entries(headers)
    .map(([name, value]) => ` ${name}: ${value.slice(0, 80)}`)
    .join('')
  const sent =
    typeof body === 'string' ? ` ${body.slice(0, 160)}` : body ? ` (${String(body.byteLength)} bytes)` : ''
  return `${by ?? 'anyone'} by ${way}: ${method} ${path}${named}${sent}`
}

/** Creates the accounts and rows of victims and attackers. */
export async function startAttackRun(
  target: Target,
  report: Report,
  share: number,
  seed: number,
): Promise<AttackRun> {
  const { url, publishableKey, secretKey, sql, siteUrl } = target
  const world = await fillHostileShop({ url, publishableKey, secretKey, sql }, siteUrl)
  const staff = new Map<string, Record<string, string>>()
  for (const role of staffRoles) {
    const member = await account(world.backend, role)
    await sql`insert into admin_users (user_id, first_name, role, is_active)
      values (${member.id}, ${role}, ${role}, true)`
    staff.set(role, { apikey: publishableKey, authorization: `Bearer ${member.token}` })
    world.facts[`${role}User`] = member.id
    world.staff.push(member.id)
  }
  const headersOf = (by: Caller): Record<string, string> =>
    isStaff(by) ? (staff.get(by) ?? {}) : world.headers[by]
  const shotOf = ({ by, way = 'backend', path, headers, body, method, from }: Call): Shot => {
    const input = { ...(by && headersOf(by)), ...headers }
    const named = Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, withFacts(value, world.facts)]),
    )
    const place = withFacts(path, world.facts)
    const isProxied = way === 'proxy' && target.web !== null
    return {
      method,
      from,
      headers: named,
      path: isProxied ? `/supabase${place}` : place,
      origin: way === 'backend' ? target.url : (target.web ?? target.url),
      body: typeof body === 'string' ? withFacts(body, world.facts) : body,
    }
  }
  const wrong: AttackRun['wrong'] = (attack, call, { status, body, location, type }, why) => {
    const said = type.includes('html') ? `(a page of ${String(body.length)} signs)` : body
    run.report.wrong(attack, described(call), `${String(status)} ${location} ${said}`, why)
  }
  const run: AttackRun = {
    target,
    report,
    world,
    share,
    seed,
    headersOf,
    wrong,
    count: (all) => Math.max(1, Math.round(all * share)),
    async ask(attack, call) {
      run.report.tried(attack)
      run.report.calls += 1
      const shot = shotOf(call)
      const reply = await send(shot)
      for (const why of judgeReply(shot, reply)) wrong(attack, call, reply, why)
      return reply
    },
  }
  return run
}

/** A JSON call of a database function. */
export function rpc(name: string, args: unknown, more: Partial<Call> = {}): Call {
  const headers = { 'content-type': 'application/json', ...more.headers }
  return {
    by: 'guest',
    method: 'POST',
    path: `/rest/v1/rpc/${name}`,
    body: JSON.stringify(args),
    ...more,
    headers,
  }
}

/** The reply's JSON, or undefined where it is none. */
export function json(reply: Reply): unknown {
  try {
    return JSON.parse(reply.body)
  } catch {
    return undefined
  }
}

/** A text field of the reply's JSON; '' without it. */
export function field(reply: Reply, name: string): string {
  const value = json(reply)
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' ? found : ''
}

/**
 * Resets the database's rate limits, so that the next attack reaches the code behind them.
 */
export async function forgetLimits({ target }: AttackRun): Promise<void> {
  await target.sql`delete from private.rate_limits`
}
