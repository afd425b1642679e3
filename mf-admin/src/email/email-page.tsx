import { Link, useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Button, chakra, EmptyState, Grid, Icon, LinkButton, PageHeader } from '@shop/ui'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { lazy, Suspense, useMemo } from 'react'
import * as v from 'valibot'
import { DataTable } from '../kit/data-table'
import { FilterSelect } from '../kit/filter-select'
import { FilterBar, SearchField } from '../kit/filters'
import { choiceParam, textParam, useUrlState } from '../kit/url-state'
import { useOpened } from '../kit/use-opened'
import {
  mailListQuery,
  mailStates,
  maxCounted,
  type ListedMail,
  type MailPage,
  type MailState,
} from './list-mail'
import { mailColumns } from './mail-columns'
import { RetryAll } from './retry-all'

const MailDialog = lazy(async () => ({ default: (await import('./mail-dialog')).MailDialog }))

/** The search parameter that names the email whose dialog is open. */
const param = 'email'
const params = v.object({
  state: choiceParam(mailStates, 'failed'),
  q: textParam(254),
  after: v.optional(v.pipe(v.string(), v.regex(/^([0-9a-f-]{36})?$/i)), ''),
})
const idOf = ({ id }: ListedMail) => id

const SubjectLink = chakra(Link, {
  base: { fontWeight: 520, overflowWrap: 'anywhere', '&:hover': { textDecoration: 'underline' } },
})

const labels: Readonly<Record<MailState, string>> = { failed: 'Failed', waiting: 'Waiting', sent: 'Sent' }
const empty: Readonly<Record<MailState, { title: string; text: string }>> = {
  failed: { title: 'No email has failed', text: 'An email is tried eight times before it is listed here.' },
  waiting: { title: 'No email is waiting', text: 'Emails are sent within a minute.' },
  sent: { title: 'No email was sent yet', text: 'Every email that the shop sends is listed here.' },
}

const count = (number: number) =>
  number > maxCounted ? `more than ${maxCounted.toLocaleString('en-GB')}` : number.toLocaleString('en-GB')
const labelsFor = (page: MailPage | undefined) =>
  page
    ? {
        ...labels,
        failed: `${labels.failed} (${count(page.failed)})`,
        waiting: `${labels.waiting} (${count(page.waiting)})`,
      }
    : labels

/** What the shop sends by email: what failed, what is waiting and what was sent. */
export function Component() {
  const [state, change] = useUrlState(params)
  const q = state.q.trim()
  const list = useAppQuery(mailListQuery(state.state, q, state.after), { keepPrevious: true, staleMs: 0 })
  const [search] = useSearchParams()
  const { opened, linkTo, close } = useOpened(param)
  const page = list.data
  const linkWith = useMemo(
    () => (name: string, value: string | undefined) => {
      const next = new URLSearchParams(search)
      if (value) next.set(name, value)
      else next.delete(name)
      return { search: next.toString() }
    },
    [search],
  )
  const columns = useMemo(
    () =>
      mailColumns(state.state, ({ id, subject }) => (
        <SubjectLink to={linkTo(id)} preventScrollReset>
          {subject}
        </SubjectLink>
      )),
    [state.state, linkTo],
  )
  return (
    <>
      <PageHead title="Email" description="Restricted access only" noindex />
      <PageHeader
        title="Email"
        text={page ? `${count(page.failed)} failed, ${count(page.waiting)} waiting` : 'Loading'}
        aside={
          <Button
            variant="quiet"
            busy={list.isFetching}
            busyLabel="Refreshing..."
            onClick={() => void list.refetch()}
          >
            <Icon as={RefreshCw} size="s" />
            Refresh
          </Button>
        }
      />
      <Grid gap="1.1rem">
        <FilterBar>
          <SearchField
            label="Search by address"
            value={state.q}
            onSearch={(text) => change({ q: text, after: '' }, { replace: true })}
            maxLength={254}
          />
          <FilterSelect
            label="State"
            value={state.state}
            labels={labelsFor(page)}
            onChoose={(chosen) => change({ state: chosen, after: '' })}
          />
        </FilterBar>
        {state.state === 'failed' && <RetryAll failed={page?.failed ?? 0} />}
        <DataTable
          label="Emails"
          columns={columns}
          rows={page?.rows}
          rowId={idOf}
          isStale={list.isPlaceholderData}
          error={!page && list.error ? 'The emails could not be loaded' : null}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
          emptyState={
            q ? (
              <EmptyState
                level={2}
                title="No emails found"
                text="Search matches the start of an address, in the chosen state."
              />
            ) : (
              <EmptyState level={2} {...empty[state.state]} />
            )
          }
        />
        {page && <Pages after={state.after} page={page} linkWith={linkWith} />}
      </Grid>
      {opened !== null && (
        <Suspense>
          <MailDialog key={opened} id={opened} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

interface PagesProps {
  after: string
  page: MailPage
  linkWith: (name: string, value: string | undefined) => { search: string }
}

/** The ways to older emails and back to the first ones. */
function Pages({ after, page, linkWith }: PagesProps) {
  if (!after && !page.more) return null
  return (
    <chakra.nav aria-label="Pages" display="flex" justifyContent="center" gap=".6rem">
      {after && (
        <LinkButton variant="quiet" to={linkWith('after', undefined)}>
          Back to the first
        </LinkButton>
      )}
      {page.more && (
        <LinkButton variant="quiet" to={linkWith('after', page.rows.at(-1)?.id)}>
          Next
        </LinkButton>
      )}
    </chakra.nav>
  )
}
