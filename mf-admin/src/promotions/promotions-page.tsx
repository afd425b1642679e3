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
import { useEndPromotion } from './end-promotion'
import {
  promotionListQuery,
  type OfficePromotion,
  type PromotionFilter,
  type PromotionPage,
} from './list-promotions'
import { promotionColumns } from './promotion-columns'
import { PromotionFilters, promotionListParams } from './promotion-filters'

const PromotionDialog = lazy(async () => ({
  default: (await import('./promotion-dialog')).PromotionDialog,
}))

/** The search parameter that names the promotion whose form is open. */
const param = 'promotion'
const addition = 'new'
const idOf = ({ id }: OfficePromotion) => id

const CodeLink = chakra(Link, {
  base: { fontWeight: 540, overflowWrap: 'anywhere', '&:hover': { textDecoration: 'underline' } },
})

/** "27 codes", "More than 10,000 codes". */
function countOf({ total, isExact }: PromotionPage): string {
  const count = total.toLocaleString('en-GB')
  if (!isExact) return `More than ${count} codes`
  return total === 1 ? '1 code' : `${count} codes`
}

/** The promotion codes, and the form of the one that the URL names. */
export function Component() {
  const [state, change] = useUrlState(promotionListParams)
  const filter = useMemo((): PromotionFilter => {
    const q = state.q.trim()
    return { ...(q && { q }), ...(state.state && { state: state.state }) }
  }, [state])
  const list = useAppQuery(promotionListQuery(filter, state.page), { keepPrevious: true })
  const { opened, linkTo, close } = useOpened(param)
  const end = useEndPromotion()
  const page = list.data
  const columns = useMemo(
    () =>
      promotionColumns(
        ({ id, code }) => (
          <CodeLink to={linkTo(id)} preventScrollReset>
            {code}
          </CodeLink>
        ),
        end,
      ),
    [linkTo, end],
  )
  const isFiltered = Object.keys(filter).length > 0
  const add = (
    <LinkButton to={linkTo(addition)} preventScrollReset>
      <Icon as={Plus} size="s" />
      Add promotion
    </LinkButton>
  )
  return (
    <>
      <PageHead title="Promotions" description="Restricted access only" noindex />
      <PageHeader title="Promotions" text={page ? countOf(page) : 'Loading'} aside={add} />
      <Grid gap="1.1rem">
        <PromotionFilters state={state} change={change} />
        <DataTable
          label="Promotions"
          columns={columns}
          rows={page?.rows}
          rowId={idOf}
          isStale={list.isPlaceholderData}
          error={!page && list.error ? 'The promotions could not be loaded' : null}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
          emptyState={
            <EmptyState
              level={2}
              title={isFiltered ? 'No promotions found' : 'No promotions yet'}
              text={
                isFiltered
                  ? 'Adjust the filters to see more.'
                  : 'A code takes something off the goods, or makes delivery free.'
              }
              action={isFiltered ? undefined : add}
            />
          }
        />
        {page && <Pager page={page.page} pages={page.pages} />}
      </Grid>
      {opened !== null && (
        <Suspense>
          <PromotionDialog
            key={opened}
            id={opened === addition ? null : opened}
            onEnd={end}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
