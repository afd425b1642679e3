import { counted } from '@shop/pricing'
import { Link } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { chakra, EmptyState, Grid, IconLink, PageHeader, Text, onDemand } from '@shop/ui'
import Eye from 'lucide-react/icons/eye'
import { useMemo } from 'react'
import * as v from 'valibot'
import { DataTable } from '../kit/data-table'
import { FilterBar, SearchField } from '../kit/filters'
import { Pager } from '../kit/pager'
import { pageParam, textParam, useUrlState } from '../kit/url-state'
import { useOpened } from '../kit/use-opened'
import { useLive } from '../staff/use-live'
import { ViewMenu } from '../views/view-menu'
import { customerColumns } from './customer-columns'
import {
  customerListQuery,
  customersKey,
  pageSize,
  type CustomerPage,
  type ListedCustomer,
} from './list-customers'

const CustomerDrawer = onDemand(
  async () => (await import('./customer-drawer')).CustomerDrawer,
  'The customer',
)

const params = v.object({ q: textParam(200), page: pageParam() })
const param = 'customer'
const live = ['customers', 'orders']
const keys = [customersKey]
const idOf = ({ id }: ListedCustomer) => id
const number = (count: number) => count.toLocaleString('en-GB')

const NameLink = chakra(Link, {
  base: { fontWeight: 520, overflowWrap: 'anywhere', '&:hover': { textDecoration: 'underline' } },
})

/** "Showing 11 to 20 of 42 customers". */
function shownOf({ rows, page, total, isExact }: CustomerPage): string {
  const first = (page - 1) * pageSize + 1
  const count = `${isExact ? '' : 'more than '}${number(total)}`
  return `Showing ${number(first)} to ${number(first + rows.length - 1)} of ${count} customers`
}

/** All customers, newest first, and the profile of the one that the URL names. */
export function Component() {
  const [state, change] = useUrlState(params)
  const q = state.q.trim()
  const list = useAppQuery(customerListQuery(q, state.page), { keepPrevious: true })
  useLive(live, keys)
  const { opened, linkTo, close } = useOpened(param)
  const page = list.data
  const columns = useMemo(
    () =>
      customerColumns(
        ({ id, name }) => (
          <NameLink to={linkTo(id)} preventScrollReset>
            {name}
          </NameLink>
        ),
        ({ id, name }) => (
          <IconLink label={`View ${name}`} icon={Eye} size="s" to={linkTo(id)} preventScrollReset />
        ),
      ),
    [linkTo],
  )
  return (
    <>
      <PageHead title="Customer Management" description="Restricted access only" noindex />
      <PageHeader
        title="Customer Management"
        text={page ? counted(page.all, 'customer') : 'Loading'}
        aside={<ViewMenu screen="customers" params={params} />}
      />
      <Grid gap="1.1rem">
        <FilterBar>
          <SearchField
            label="Search by name or email"
            value={state.q}
            onSearch={(text) => change({ q: text }, { replace: true })}
            maxLength={200}
          />
        </FilterBar>
        <DataTable
          label="Customers"
          columns={columns}
          rows={page?.rows}
          rowId={idOf}
          isStale={list.isPlaceholderData}
          // A list that is shown already stays when reading it again fails.
          error={!page && list.error ? 'The customers could not be loaded' : null}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
          emptyState={
            <EmptyState
              level={2}
              title={q ? 'No customers found matching your search.' : 'No customers yet.'}
            />
          }
        />
        {page && page.rows.length > 0 && (
          <chakra.div
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            justifyContent="space-between"
            gap=".6rem 1.5rem"
          >
            <Text color="muted" role="status">
              {shownOf(page)}
            </Text>
            <Pager page={page.page} pages={page.pages} />
          </chakra.div>
        )}
      </Grid>
      {opened !== null && <CustomerDrawer key={opened} id={opened} onClose={close} />}
    </>
  )
}
