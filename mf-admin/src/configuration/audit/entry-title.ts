import type { AuditEntry } from './audit-log'
import { subjectName } from './subjects'

const verbs = { insert: 'added', update: 'changed', delete: 'deleted' } as const
const signInWords = { sign_in: 'signed in', sign_in_failed: 'could not sign in as' } as const

const releaseVerbs: Readonly<Record<string, string>> = {
  rollback: 'rolled back the shop',
  advance: 'advanced a canary',
  stop: 'stopped a canary',
}

/** What happened to an invitation, by the column that tells it. */
const invitationVerbs: readonly [column: string, verb: string][] = [
  ['accepted_at', 'accepted the invitation of'],
  ['withdrawn_at', 'withdrew the invitation of'],
  ['sent_at', 'sent the invitation again to'],
]

/** What was done, without who and to what: "changed product", "invited". */
export function actionWords({ subject, action, actor, after }: AuditEntry): string {
  if (action === 'sign_in' || action === 'sign_in_failed') return signInWords[action]
  if (action === 'export')
    return `exported ${typeof after?.kind === 'string' ? after.kind.replaceAll('_', ' ') : 'a list'}`
  if (subject === 'staff_invitations') {
    if (action === 'insert') return 'invited'
    const [, verb] = invitationVerbs.find(([column]) => after && column in after) ?? []
    if (verb) return verb
  }
  if (subject === 'release_events') return releaseVerbs[String(after?.what)] ?? 'promoted a release'
  if (subject === 'admin_users' && action === 'insert' && after?.user_id === actor) return 'joined as'
  return `${verbs[action]} ${subjectName(subject)}`
}

/** The person who did it; unknown for a failed sign-in. */
export const actorWords = ({ action, actorName }: AuditEntry): string =>
  action === 'sign_in_failed' ? 'Somebody' : actorName

/** What the record was called by the entry itself, for one that is gone. */
export function nameInEntry({ before, after, rowId, subject }: AuditEntry): string {
  const values = { ...before, ...after }
  const names = ['name', 'order_number', 'code', 'email', 'subject', 'key'].map((column) => values[column])
  const name = names.find((value): value is string => typeof value === 'string' && value !== '')
  return name ?? (subject === 'shop_settings' ? rowId : '')
}
