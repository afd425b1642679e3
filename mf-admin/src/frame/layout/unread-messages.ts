import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

/** What the keys of all queries about messages start with. */
export const messagesKey = ['office-messages']

/** How many messages nobody has read. Needs the right 'messages'. */
export const unreadCountQuery = queryOptions({
  key: [...messagesKey, 'unread'],
  queryFn: async (db, signal) =>
    v.parse(v.number(), await row(db.rpc('unread_messages').abortSignal(signal))),
})
