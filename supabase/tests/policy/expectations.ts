import type { GuardedCall } from '../declaration/function'
import { roleOf, type Actor } from '../declaration/people'
import { rightsBySetting, type Right, type RightsOfRoles } from '../declaration/rights'
import type { Command, PolicyDeclaration, Reach } from '../declaration/table'
import { guarded } from '../tables'

/** What came of an attempt, by kind of row: `all` or `some` of them touched, `none`, or the code of the error. */
export type Outcome = Record<string, string>

/** The rights of staff during an attempt. */
export interface Staffing {
  rightsOf: RightsOfRoles
  /** Without the triggers that tell staff what they lack: policies must stop them by themselves. */
  isSilent?: boolean
}

const enforced: Staffing = { rightsOf: rightsBySetting.enforced }

/** What is declared of a table or of the files of storage. */
export function declarationOf(table: string): PolicyDeclaration {
  const declaration = guarded[table]
  if (!declaration) throw new Error(`${table} is not declared`)
  return declaration
}

/** The same outcome for every kind of row. */
export const everywhere = (labels: Iterable<string>, code: string): Outcome =>
  Object.fromEntries([...labels].map((label) => [label, code]))

/** Whether an actor is staff without the right. */
function lacks(actor: Actor, right: Right | undefined, { rightsOf }: Staffing): boolean {
  const role = roleOf[actor]
  return role !== undefined && right !== undefined && !rightsOf[role].includes(right)
}

/** What an actor is expected to reach; staff without the right no more than anybody who is signed in. */
function reachOf(table: string, command: Command, actor: Actor, staffing: Staffing): Reach {
  const { reach, needs } = declarationOf(table)
  const reaches = reach[command]
  if (actor === 'service') return 'all'
  if (actor === 'nobody') return reaches.nobody ?? reaches.anon
  if (actor === 'dismissed') return reaches.dismissed ?? reaches.user
  if (actor === 'guest') return reaches.anon
  const right = command === 'select' ? needs?.read : needs?.write
  return roleOf[actor] && !lacks(actor, right, staffing) ? reaches.staff : reaches.user
}

/** The kinds of row that an actor must be told not to write: staff who lack the right to do more than others. */
function forbidden(table: string, command: Command, actor: Actor, staffing: Staffing): string[] {
  const { reach, needs, rows } = declarationOf(table)
  const { user, staff } = reach[command]
  if (command === 'select' || staff === 'rejected' || staff === user || needs?.isSilent || staffing.isSilent)
    return []
  const kinds = command === 'insert' ? Object.keys(rows.insert) : [...rows.labels]
  return kinds.filter((kind) =>
    [needs?.write, needs?.writeAlso?.[kind]].some((right) => lacks(actor, right, staffing)),
  )
}

/** The outcome an expectation stands for. */
export function expectedOutcome(
  table: string,
  command: Command,
  actor: Actor,
  staffing: Staffing = enforced,
): Outcome {
  const { labels, insert } = declarationOf(table).rows
  const kinds = command === 'insert' ? Object.keys(insert) : labels
  const reach = reachOf(table, command, actor, staffing)
  const reported = forbidden(table, command, actor, staffing)
  // Changes are tried on all rows at once, so that one which is forbidden stops them all.
  if (command !== 'insert' && reported.length > 0) return everywhere(kinds, 'PT403')
  const closed = command === 'insert' || reach === 'rejected' ? '42501' : 'none'
  const mine = command === 'insert' ? 'own' : actor
  const open =
    reach === 'all'
      ? kinds
      : reach === 'none' || reach === 'rejected'
        ? []
        : reach === 'own'
          ? [mine]
          : reach === 'active'
            ? ['active']
            : reach
  return {
    ...Object.fromEntries(kinds.map((kind) => [kind, open.includes(kind) ? 'all' : closed])),
    ...everywhere(reported, 'PT403'),
  }
}

/** What a guarded call is expected to answer. */
export function expectedResult(call: GuardedCall, actor: Actor, staffing: Staffing = enforced): string {
  if (actor === 'service') return call.service
  if (lacks(actor, call.needs, staffing)) return 'PT403'
  if (roleOf[actor]) return call.staff
  return actor === 'nobody' || actor === 'guest' ? call.anon : call.user
}
