import { queryOptions, row, rows, type Backend } from '@shop/supabase'

/** An e-mail that could not be sent, after every attempt. */
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

const kinds: Readonly<Record<string, string>> = {
  order_confirmation: 'Order confirmation',
  account_link: 'Link to open an account',
  order_status: 'News of an order',
  gift_card: 'Gift card',
  contact_received: 'Receipt of a message',
  contact_reply: 'Answer to a message',
  back_in_stock: 'Back in stock',
  payment_returned: 'Payment returned',
  refund: 'Refund',
  return_status: 'News of a return',
  review_request: 'Request for reviews',
  refund_gift_card: 'Gift card of a refund',
}

/** The e-mails that could not be sent, newest first, at most `maxCounted + 1`. Staff only: others read none. */
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
      what: kinds[kind] ?? kind.replaceAll('_', ' '),
      orderNumber: orders?.order_number ?? null,
      since: new Date(queued),
    }))
  },
})

/** Queues a failed e-mail again; a gift card gets a new code. @throws BackendError */
export async function retryMail(db: Backend, id: string): Promise<void> {
  await row(db.rpc('retry_mail', { p_id: id }))
}
