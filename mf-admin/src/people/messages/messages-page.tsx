import { useAppQuery } from '@shop/supabase'
import { onDemand } from '@shop/ui'
import * as v from 'valibot'
import { countOf } from '../../kit/list-page'
import { ListScreen } from '../../frame/list-screen/list-screen'
import { choiceParam, pageParam, textParam } from '../../kit/url-state'
import { colleaguesQuery } from '../../frame/staff/colleagues'
import { useStaff } from '../../frame/staff/use-staff'
import { messageListQuery } from './list-messages'
import { messageColumns } from './message-columns'
import { stateLabels, states } from './message-states'

const MessageDialog = onDemand(async () => (await import('./message-dialog')).MessageDialog, 'The message')

const params = v.object({
  q: textParam(200),
  state: choiceParam(['', ...states], ''),
  assignee: v.optional(v.pipe(v.string(), v.regex(/^(none|[0-9a-f-]{36})?$/i)), ''),
  page: pageParam(),
})

/** What was written to the shop, unread first, and the message that the URL names. The sidebar follows the table, this list with it. */
export function Component() {
  const { data: colleagues = [] } = useAppQuery(colleaguesQuery)
  const { userId: me } = useStaff()
  const assignees = (assignee: string) =>
    colleagues.filter(({ userId, isActive }) => userId !== me && (isActive || userId === assignee))
  return (
    <ListScreen
      title="Messages"
      params={params}
      query={({ filter, state }) => messageListQuery(filter, state.page)}
      text={({ data }) => countOf(data, 'message')}
      columns={messageColumns}
      search={{ label: 'Search by name, email or subject', chip: 'Search' }}
      filters={({ state }) => [
        { name: 'state', label: 'State', options: { '': 'Any state', ...stateLabels } },
        {
          name: 'assignee',
          label: 'Assigned to',
          options: {
            '': 'Anybody',
            none: 'Nobody',
            [me]: 'Me',
            ...Object.fromEntries(assignees(state.assignee).map(({ userId, name }) => [userId, name])),
          },
        },
      ]}
      views="messages"
      empty={{ title: 'No messages yet', text: 'What visitors write on the contact page is listed here.' }}
      emptyFiltered={{ title: 'No messages found', text: 'Adjust the filters to see more.' }}
      failure="The messages could not be loaded"
      details={{ param: 'message', render: (id, close) => <MessageDialog id={id} onClose={close} /> }}
    />
  )
}
