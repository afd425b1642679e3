import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { messagesKey } from '../../frame/layout/unread-messages'
import { pageEntries } from '../../kit/list-page'
import type { FilterValues } from '../../kit/url-state'
import { states, type MessageState } from './message-states'

/** A message as the list shows it. */
export interface ListedMessage {
  id: string
  name: string
  email: string
  subject: string
  /** The first characters of the message. */
  excerpt: string
  state: MessageState
  /** The user of a member of staff. */
  assignee: string | null
  at: Date
}

const pageSchema = v.object(
  pageEntries(
    v.pipe(
      v.object({
        id: v.string(),
        name: v.string(),
        email: v.string(),
        subject: v.string(),
        excerpt: v.string(),
        state: v.picklist(states),
        assignee: v.nullable(v.string()),
        created_at: v.string(),
      }),
      v.transform(({ created_at, ...message }): ListedMessage => ({
        ...message,
        at: new Date(created_at),
      })),
    ),
  ),
)

/** Messages on a page. */
const pageSize = 20

/**
 * One page of the messages, unread first and then newest. Needs the right 'messages'.
 *
 * @param page from 1; beyond the last it is the last
 */
export const messageListQuery = (filter: FilterValues, page: number) =>
  queryOptions({
    key: [...messagesKey, 'list', filter, page],
    queryFn: async (db, signal) =>
      v.parse(
        pageSchema,
        await row(
          db
            .rpc('office_messages', { p_filter: { ...filter }, p_page: page, p_size: pageSize })
            .abortSignal(signal),
        ),
      ),
  })
