import { Link, useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { chakra, EmptyState, ErrorState, Grid, Icon, Loading, PageHeader, Panel, Skeleton } from '@shop/ui'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useMemo } from 'react'
import { useUrlState } from '../../kit/url-state'
import { officeCategoriesQuery } from '../../catalogue/categories/office-categories'
import { AuditFilters, auditParams } from './audit-filters'
import { AuditList } from './audit-list'
import { auditLogQuery, auditPeopleQuery, type AuditFilter, type AuditPage } from './audit-log'

/** What staff changed and exported and who signed in, newest first, by person, subject and day. */
export function Component() {
  const [state, change] = useUrlState(auditParams)
  const { actor, subject, from, to, before, after } = state
  const filter = useMemo(
    (): AuditFilter => ({
      ...(actor && { actor }),
      ...(subject && { subject }),
      ...(from && { from }),
      ...(to && { to }),
    }),
    [actor, subject, from, to],
  )
  const place = useMemo(
    () => (after ? { after: Number(after) } : before ? { before: Number(before) } : {}),
    [before, after],
  )
  // Every change makes an entry, so that nothing read before is fresh.
  const log = useAppQuery(auditLogQuery(filter, place), { keepPrevious: true, staleMs: 0 })
  const { data: people } = useAppQuery(auditPeopleQuery)
  const { data: categories } = useAppQuery(officeCategoriesQuery)
  const names = useMemo(
    () =>
      new Map([
        ...(people ?? []).map(({ userId, name }) => [userId, name] as const),
        ...(categories ?? []).map(({ id, name }) => [id, name] as const),
      ]),
    [people, categories],
  )
  const page = log.data
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHead title="Audit Log" description="Restricted access only" noindex />
      <PageHeader
        title="Audit Log"
        text="What staff changed or exported and who signed in, newest first. Times are those of London."
      />
      <Grid gap="1.1rem">
        <AuditFilters state={state} change={change} people={people} />
        {!page && log.error ? (
          <Panel>
            <ErrorState
              title="The log could not be loaded"
              text="Nothing was changed. Please try again."
              retrying={log.isFetching}
              onRetry={() => void log.refetch()}
            />
          </Panel>
        ) : !page ? (
          <Loading label="Loading the log">
            <Skeleton height="24rem" />
          </Loading>
        ) : page.rows.length === 0 ? (
          <Panel>
            <EmptyState
              title={isFiltered ? 'No changes found' : 'No changes yet'}
              text={isFiltered ? 'Adjust the filters to see more.' : 'What staff change is listed here.'}
            />
          </Panel>
        ) : (
          <AuditList entries={page.rows} names={names} isStale={log.isPlaceholderData} />
        )}
        {page && <Neighbours page={page} />}
      </Grid>
    </>
  )
}

const item = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '.35rem',
    minHeight: '44px',
    paddingInline: '.6rem',
    borderRadius: 'panel',
    '&:is(a):hover': { background: 'sunken' },
    '&[aria-disabled]': { color: 'disabled' },
  },
} as const
const PageLink = chakra(Link, item)
const Off = chakra('span', item)

/** Links to the page of newer and of older entries. */
function Neighbours({ page: { newer, older } }: { page: AuditPage }) {
  const [search] = useSearchParams()
  if (newer === null && older === null) return null
  const to = (param: 'before' | 'after', entry: number) => {
    const next = new URLSearchParams(search)
    next.delete('before')
    next.delete('after')
    next.set(param, String(entry))
    return { search: next.toString() }
  }
  const newerWords = (
    <>
      <Icon as={ChevronLeft} size="s" />
      Newer
    </>
  )
  const olderWords = (
    <>
      Older
      <Icon as={ChevronRight} size="s" />
    </>
  )
  return (
    <chakra.nav aria-label="Pages" display="flex" justifyContent="center" gap=".5rem">
      {newer === null ? (
        <Off role="link" aria-disabled="true">
          {newerWords}
        </Off>
      ) : (
        <PageLink to={to('after', newer)}>{newerWords}</PageLink>
      )}
      {older === null ? (
        <Off role="link" aria-disabled="true">
          {olderWords}
        </Off>
      ) : (
        <PageLink to={to('before', older)}>{olderWords}</PageLink>
      )}
    </chakra.nav>
  )
}
