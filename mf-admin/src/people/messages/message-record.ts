import { queryOptions, row, useAppMutation, useQueryClient, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { messagesKey } from '../../frame/layout/unread-messages'
import { states, type MessageState } from './message-states'

/** An answer to a message. */
export interface Reply {
  id: string
  text: string
  /** The user who wrote it; null once the account is deleted. */
  author: string | null
  at: Date
  /** 'pending', 'sent' or 'failed'; null once the email is forgotten. */
  mail: string | null
}

/** A message with its answers. */
export interface Message {
  id: string
  name: string
  email: string
  subject: string
  text: string
  isRead: boolean
  state: MessageState
  assignee: string | null
  at: Date
  /** The customer with its email. */
  customerId: string | null
  hasOrders: boolean
  replies: Reply[]
}

const messageSchema = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    email: v.string(),
    subject: v.string(),
    message: v.string(),
    is_read: v.boolean(),
    state: v.picklist(states),
    assignee: v.nullable(v.string()),
    created_at: v.string(),
    customer_id: v.nullable(v.string()),
    has_orders: v.boolean(),
    replies: v.array(
      v.pipe(
        v.object({
          id: v.string(),
          text: v.string(),
          author: v.nullable(v.string()),
          created_at: v.string(),
          mail_status: v.nullable(v.string()),
        }),
        v.transform(({ created_at, mail_status, ...reply }): Reply => ({
          ...reply,
          at: new Date(created_at),
          mail: mail_status,
        })),
      ),
    ),
  }),
  v.transform((found): Message => ({
    id: found.id,
    name: found.name,
    email: found.email.trim(),
    subject: found.subject,
    text: found.message,
    isRead: found.is_read,
    state: found.state,
    assignee: found.assignee,
    at: new Date(found.created_at),
    customerId: found.customer_id,
    hasOrders: found.has_orders,
    replies: found.replies,
  })),
)

/** A message. Its error has status 404 if there is none of this id. Needs the right 'messages'. */
export const messageQuery = (id: string) =>
  queryOptions({
    key: [...messagesKey, 'record', id],
    queryFn: async (db, signal): Promise<Message> =>
      v.parse(messageSchema, await row(db.rpc('message_record', { p_id: id }).abortSignal(signal))),
  })

/** What staff change about a message. */
export interface MessageChange {
  is_read?: boolean
  status?: 'open' | 'answered' | 'closed'
  assignee?: string | null
}

/** Changes a message; every list and count is read again. Its errors are BackendErrors. */
export function useChangeMessage(id: string) {
  const queries = useQueryClient()
  return useAppMutation({
    mutationFn: (db, change: MessageChange) => row(db.from('contact_messages').update(change).eq('id', id)),
    onSettled: () => queries.invalidateQueries({ queryKey: messagesKey }),
  })
}

/** Deletes a message with its answers; every list and count is read again. */
export function useDeleteMessage() {
  const queries = useQueryClient()
  return useAppMutation({
    mutationFn: (db, id: string) => row(db.from('contact_messages').delete().eq('id', id)),
    onSettled: () =>
      queries.invalidateQueries({
        queryKey: messagesKey,
        predicate: ({ queryKey }) => queryKey[1] !== 'record',
      }),
  })
}

/** Sends an answer by email. @param key names it: the same key sends once @throws BackendError */
export async function answerMessage(db: Backend, id: string, key: string, text: string): Promise<void> {
  await row(db.rpc('answer_message', { p_id: id, p_key: key, p_text: text }))
}
