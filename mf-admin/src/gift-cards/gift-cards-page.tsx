import { Link } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { chakra, EmptyState, Grid, Icon, LinkButton, PageHeader } from '@shop/ui'
import Plus from 'lucide-react/icons/plus'
import { lazy, Suspense, useMemo } from 'react'
import { DataTable } from '../kit/data-table'
import { Pager } from '../kit/pager'
import { useUrlState } from '../kit/url-state'
import { useOpened } from '../kit/use-opened'
import { colleaguesQuery } from '../staff/colleagues'
import { giftCardColumns } from './gift-card-columns'
import { GiftCardFilters, giftCardListParams } from './gift-card-filters'
import { giftCardListQuery, type GiftCard, type GiftCardFilter, type GiftCardPage } from './list-gift-cards'

const GiftCardDialog = lazy(async () => ({ default: (await import('./gift-card-dialog')).GiftCardDialog }))
const IssueDialog = lazy(async () => ({ default: (await import('./issue-dialog')).IssueDialog }))

/** The search parameter that names the card whose ledger is open. */
const param = 'card'
const addition = 'new'
const idOf = ({ id }: GiftCard) => id

const CardLink = chakra(Link, {
  base: {
    fontWeight: 540,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    '&:hover': { textDecoration: 'underline' },
  },
})

/** "27 gift cards", "More than 10,000 gift cards". */
function countOf({ total, isExact }: GiftCardPage): string {
  const count = total.toLocaleString('en-GB')
  if (!isExact) return `More than ${count} gift cards`
  return total === 1 ? '1 gift card' : `${count} gift cards`
}

/** The gift cards, newest first, and the ledger of the one that the URL names. */
export function Component() {
  const [state, change] = useUrlState(giftCardListParams)
  const filter = useMemo((): GiftCardFilter => {
    const q = state.q.trim()
    return { ...(q && { q }), ...(state.state && { state: state.state }) }
  }, [state])
  const list = useAppQuery(giftCardListQuery(filter, state.page), { keepPrevious: true })
  const { data: colleagues } = useAppQuery(colleaguesQuery)
  const { opened, linkTo, close } = useOpened(param)
  const page = list.data
  const columns = useMemo(
    () =>
      giftCardColumns(
        ({ id, hint }) => (
          <CardLink to={linkTo(id)} preventScrollReset aria-label={`Gift card ending ${hint}`}>
            … {hint}
          </CardLink>
        ),
        colleagues,
      ),
    [linkTo, colleagues],
  )
  const isFiltered = Object.keys(filter).length > 0
  const issue = (
    <LinkButton to={linkTo(addition)} preventScrollReset>
      <Icon as={Plus} size="s" />
      Issue gift card
    </LinkButton>
  )
  return (
    <>
      <PageHead title="Gift Cards" description="Restricted access only" noindex />
      <PageHeader title="Gift Cards" text={page ? countOf(page) : 'Loading'} aside={issue} />
      <Grid gap="1.1rem">
        <GiftCardFilters state={state} change={change} />
        <DataTable
          label="Gift cards"
          columns={columns}
          rows={page?.rows}
          rowId={idOf}
          isStale={list.isPlaceholderData}
          error={!page && list.error ? 'The gift cards could not be loaded' : null}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
          emptyState={
            <EmptyState
              level={2}
              title={isFiltered ? 'No gift cards found' : 'No gift cards yet'}
              text={
                isFiltered
                  ? 'Adjust the search or the filter to see more.'
                  : 'Cards that shoppers buy and that you issue are listed here.'
              }
              action={isFiltered ? undefined : issue}
            />
          }
        />
        {page && <Pager page={page.page} pages={page.pages} />}
      </Grid>
      {opened !== null && (
        <Suspense>
          {opened === addition ? (
            <IssueDialog onClose={close} />
          ) : (
            <GiftCardDialog key={opened} id={opened} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
