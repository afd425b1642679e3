import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { timestamp } from '../../kit/database-values'

/** The states of an email, as the URL names them. */
export const mailStates = ['failed', 'waiting', 'sent'] as const
export type MailState = (typeof mailStates)[number]

/** An email as the list shows it. */
export interface ListedMail {
  id: string
  kind: string
  recipient: string
  subject: string
  /** Null if it belongs to no order. */
  orderNumber: string | null
  /** How often it was tried. */
  attempts: number
  /** Why the last attempt failed. */
  error: string | null
  /** When it was or will be tried. */
  nextAttempt: Date
  sent: Date | null
  queued: Date
}

/** One page of a list. */
export interface MailPage {
  rows: ListedMail[]
  /** There is a page after it. */
  more: boolean
  /** Counted up to `maxCounted + 1`. */
  failed: number
  waiting: number
}

/** The counts end here. */
export const maxCounted = 1000

/** What the database says of an email. */
const mailEntries = {
  id: v.string(),
  kind: v.string(),
  recipient: v.string(),
  subject: v.string(),
  order_number: v.nullable(v.string()),
  attempts: v.number(),
  last_error: v.nullable(v.string()),
  next_attempt_at: timestamp,
  sent_at: v.nullable(timestamp),
  created_at: timestamp,
}

const rowSchema = v.object(mailEntries)

/** An email from the database's answer. */
const listedMail = (mail: v.InferOutput<typeof rowSchema>): ListedMail => ({
  id: mail.id,
  kind: mail.kind,
  recipient: mail.recipient,
  subject: mail.subject,
  orderNumber: mail.order_number,
  attempts: mail.attempts,
  error: mail.last_error,
  nextAttempt: mail.next_attempt_at,
  sent: mail.sent_at,
  queued: mail.created_at,
})

const pageSchema = v.object({
  rows: v.array(v.pipe(rowSchema, v.transform(listedMail))),
  more: v.boolean(),
  failed: v.number(),
  waiting: v.number(),
})

/** What the keys of all queries about emails start with. */
const mailKey = ['office-mail']

/** One page of the emails of a state. @param query the beginning of an address @param after the last email of the page before */
export const mailListQuery = (state: MailState, query: string, after: string) =>
  queryOptions({
    key: [...mailKey, 'list', state, query, after],
    queryFn: async (db, signal): Promise<MailPage> =>
      v.parse(
        pageSchema,
        await row(
          db
            .rpc('office_mail', { p_state: state, p_query: query, ...(after && { p_after: after }) })
            .abortSignal(signal),
        ),
      ),
  })

/** An email with what it is written from. */
export interface MailRecord extends ListedMail {
  status: 'pending' | 'failed' | 'sent'
  /** Without what only its recipient may know; null once it was sent. */
  data: unknown
  /** When it was queued, as the database writes it. */
  queuedAt: string
}

const recordSchema = v.object({
  ...mailEntries,
  created_at: v.string(),
  status: v.picklist(['pending', 'failed', 'sent']),
  data: v.unknown(),
})

/** One email. @throws BackendError 404 when there is none */
export const mailRecordQuery = (id: string) =>
  queryOptions({
    key: [...mailKey, 'record', id],
    queryFn: async (db, signal): Promise<MailRecord> => {
      const {
        created_at: queuedAt,
        status,
        data,
        ...mail
      } = v.parse(recordSchema, await row(db.rpc('mail_record', { p_id: id }).abortSignal(signal)))
      return { ...listedMail({ ...mail, created_at: new Date(queuedAt) }), status, data, queuedAt }
    },
  })
