import { Link } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { chakra, EmptyState, Grid, PageHeader } from '@shop/ui'
import { lazy, Suspense, useMemo } from 'react'
import { DataTable } from '../kit/data-table'
import { Pager } from '../kit/pager'
import { useUrlState } from '../kit/url-state'
import { useOpened } from '../kit/use-opened'
import { colleaguesQuery } from '../staff/colleagues'
import { useStaff } from '../staff/use-staff'
import { ViewMenu } from '../views/view-menu'
import { messageListQuery, type ListedMessage, type MessageFilter, type MessagePage } from './list-messages'
import { messageColumns } from './message-columns'
import { MessageFilters, messageListParams } from './message-filters'

const MessageDialog = lazy(async () => ({ default: (await import('./message-dialog')).MessageDialog }))

const param = 'message'
const idOf = ({ id }: ListedMessage) => id

const SubjectLink = chakra(Link, {
  base: { overflowWrap: 'anywhere', '&:hover': { textDecoration: 'underline' } },
  variants: { unread: { true: { fontWeight: 600 } } },
})

/** "27 messages", "More than 1,000 messages". */
function countOf({ total, isExact }: MessagePage): string {
  const count = total.toLocaleString('en-GB')
  if (!isExact) return `More than ${count} messages`
  return total === 1 ? '1 message' : `${count} messages`
}

/** What was written to the shop, unread first, and the message that the URL names. The sidebar follows the table, this list with it. */
export function Component() {
  const [state, change] = useUrlState(messageListParams)
  const filter = useMemo((): MessageFilter => {
    const { q, state: wanted, assignee } = state
    return {
      ...(q.trim() && { q: q.trim() }),
      ...(wanted && { state: wanted }),
      ...(assignee && { assignee }),
    }
  }, [state])
  const list = useAppQuery(messageListQuery(filter, state.page), { keepPrevious: true })
  const { data: colleagues } = useAppQuery(colleaguesQuery)
  const { userId } = useStaff()
  const { opened, linkTo, close } = useOpened(param)
  const page = list.data
  const columns = useMemo(
    () =>
      messageColumns(
        ({ id, subject, state: its }) => (
          <SubjectLink to={linkTo(id)} preventScrollReset unread={its === 'new'}>
            {subject}
          </SubjectLink>
        ),
        colleagues,
      ),
    [linkTo, colleagues],
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHead title="Messages" description="Restricted access only" noindex />
      <PageHeader
        title="Messages"
        text={page ? countOf(page) : 'Loading'}
        aside={<ViewMenu screen="messages" params={messageListParams} />}
      />
      <Grid gap="1.1rem">
        <MessageFilters state={state} change={change} colleagues={colleagues} me={userId} />
        <DataTable
          label="Messages"
          columns={columns}
          rows={page?.rows}
          rowId={idOf}
          isStale={list.isPlaceholderData}
          error={!page && list.error ? 'The messages could not be loaded' : null}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
          emptyState={
            <EmptyState
              level={2}
              title={isFiltered ? 'No messages found' : 'No messages yet'}
              text={
                isFiltered
                  ? 'Adjust the filters to see more.'
                  : 'What visitors write on the contact page is listed here.'
              }
            />
          }
        />
        {page && <Pager page={page.page} pages={page.pages} />}
      </Grid>
      {opened !== null && (
        <Suspense>
          <MessageDialog key={opened} id={opened} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
