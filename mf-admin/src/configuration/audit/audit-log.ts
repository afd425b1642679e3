import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

const values = v.nullable(v.record(v.string(), v.unknown()))

const actions = ['insert', 'update', 'delete', 'export', 'sign_in', 'sign_in_failed'] as const

/** A change that a member of staff made, what they exported, or a sign-in. */
export interface AuditEntry {
  id: number
  /** The table. */
  subject: string
  rowId: string
  action: (typeof actions)[number]
  /** The user; of a sign-in that failed, whom it was tried as. */
  actor: string
  /** As they were last called, also when their account is gone. */
  actorName: string
  at: Date
  /** Values by column; of an update those that changed. Null for what was added. */
  before: Readonly<Record<string, unknown>> | null
  /** Null for what was deleted. */
  after: Readonly<Record<string, unknown>> | null
  /** What the record is called now, and by what its screen opens it; null once it is gone. */
  record: { name: string; opens: string } | null
}

/** One page of the log, newest first, with the entries from which its neighbours are read. */
export interface AuditPage {
  rows: AuditEntry[]
  older: number | null
  newer: number | null
}

/** What the log is filtered by; keys without a value filter nothing. Days are ISO dates in London. */
export interface AuditFilter {
  actor?: string
  subject?: string
  from?: string
  to?: string
}

const pageSchema = v.object({
  rows: v.array(
    v.pipe(
      v.object({
        id: v.number(),
        subject: v.string(),
        row_id: v.string(),
        action: v.picklist(actions),
        actor: v.string(),
        actor_name: v.nullable(v.string()),
        created_at: v.string(),
        before: values,
        after: values,
        record: v.nullable(v.object({ name: v.nullable(v.string()), opens: v.string() })),
      }),
      v.transform(({ row_id, actor_name, created_at, record, ...entry }): AuditEntry => ({
        ...entry,
        rowId: row_id,
        actorName: actor_name ?? 'Staff',
        at: new Date(created_at),
        record: record && { name: record.name ?? '', opens: record.opens },
      })),
    ),
  ),
  older: v.nullable(v.number()),
  newer: v.nullable(v.number()),
})

/** Entries on a page. */
const pageSize = 25

/**
 * One page of the log. Needs the right 'audit'.
 *
 * @param from the entry before (older than) or after (newer than) which the page lies; neither is the newest page
 */
export const auditLogQuery = (filter: AuditFilter, from: { before?: number; after?: number }) =>
  queryOptions({
    key: ['audit-log', filter, from],
    queryFn: async (db, signal): Promise<AuditPage> =>
      v.parse(
        pageSchema,
        await row(
          db
            .rpc('office_audit', {
              p_filter: { ...filter },
              ...(from.before !== undefined && { p_before: from.before }),
              ...(from.after !== undefined && { p_after: from.after }),
              p_size: pageSize,
            })
            .abortSignal(signal),
        ),
      ),
  })

const peopleSchema = v.array(
  v.pipe(
    v.object({ user_id: v.string(), name: v.string(), is_active: v.boolean() }),
    v.transform(({ user_id, name, is_active }) => ({ userId: user_id, name, isActive: is_active })),
  ),
)

/** Somebody who works here or did. */
export type Person = v.InferOutput<typeof peopleSchema>[number]

/** Everybody who works here or ever did, those with access first. Needs the right 'audit'. */
export const auditPeopleQuery = queryOptions({
  key: ['audit-people'],
  queryFn: async (db, signal) => v.parse(peopleSchema, await row(db.rpc('audit_people').abortSignal(signal))),
})
