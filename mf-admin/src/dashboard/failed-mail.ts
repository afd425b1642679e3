import { queryOptions, rows } from '@shop/supabase'
import { kindLabel } from '../configuration/email/mail-kinds'

/** An email that could not be sent, after every attempt. */
export interface FailedMail {
  id: string
  /** The kind as shown. */
  what: string
  recipient: string
  /** null if it belongs to no order. */
  orderNumber: string | null
  /** When it was queued. */
  since: Date
}

/** The count is capped here. */
export const maxCounted = 100

/** The emails that could not be sent, newest first, at most `maxCounted + 1`. Staff only: others read none. */
export const failedMailQuery = queryOptions({
  key: ['failed-mail'],
  queryFn: async (db, signal): Promise<FailedMail[]> => {
    const data = await rows(
      db
        .from('email_outbox')
        .select('id, kind, recipient, created_at, orders(order_number)')
        .eq('status', 'failed')
        .order('created_at', { ascending: false })
        .order('id')
        .limit(maxCounted + 1)
        .abortSignal(signal),
    )
    return data.map(({ id, kind, recipient, created_at: queued, orders }) => ({
      id,
      recipient,
      what: kindLabel(kind),
      orderNumber: orders?.order_number ?? null,
      since: new Date(queued),
    }))
  },
})
