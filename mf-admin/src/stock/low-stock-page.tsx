import { Link } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Badge, Button, chakra, EmptyState, Grid, LinkButton, PageHeader, Text } from '@shop/ui'
import * as v from 'valibot'
import { useState, type ReactNode } from 'react'
import type { DataColumn } from '../kit/data-column'
import { DataTable } from '../kit/data-table'
import { formatDate } from '../kit/dates'
import { Pager } from '../kit/pager'
import { pageParam, useUrlState } from '../kit/url-state'
import { imageColumn } from '../products/image-column'
import { stockPath } from '../products/product-links'
import { unitName, variantName } from './stock-unit'
import { useStaff } from '../staff/use-staff'
import { ChangeStock } from './change-stock'
import { lowStockQuery, type LowUnit } from './low-stock'

const params = v.object({ page: pageParam() })
const idOf = ({ id }: LowUnit) => id
const number = (count: number) => count.toLocaleString('en-GB')
const NameLink = chakra(Link, {
  base: { fontWeight: 520, overflowWrap: 'anywhere', '&:hover': { textDecoration: 'underline' } },
})

/** Why shoppers do not see the unit, if they do not. */
const hiddenAs = ({ isActive, isArchived }: LowUnit) => {
  if (isArchived) return 'Archived'
  return isActive ? null : 'Inactive'
}

/** The columns of the list. @param actionOf the button of a row */
function lowColumns(actionOf: (unit: LowUnit) => ReactNode): DataColumn<LowUnit>[] {
  return [
    imageColumn(),
    {
      id: 'name',
      header: 'Name',
      narrow: 'title',
      cell: (unit) => (
        <>
          <NameLink to={stockPath(unit.productId)}>{unit.name}</NameLink>
          <Text textStyle="micro" color="muted">
            {[variantName(unit), hiddenAs(unit)].filter(Boolean).join(', ')}
          </Text>
        </>
      ),
    },
    { id: 'sku', header: 'SKU', cell: ({ sku }) => sku ?? <Text color="muted">None</Text> },
    {
      id: 'stock',
      header: 'In stock',
      align: 'end',
      narrow: 'aside',
      cell: ({ stock }) => <Badge status={stock === 0 ? 'danger' : 'warning'}>{number(stock)}</Badge>,
    },
    { id: 'threshold', header: 'Low stock at', align: 'end', cell: ({ threshold }) => number(threshold) },
    {
      id: 'waiting',
      header: 'Waiting',
      align: 'end',
      narrow: 'asideDetail',
      cell: ({ waiting }) =>
        waiting === 0 ? <Text color="muted">Nobody waits</Text> : `${number(waiting)} waiting`,
    },
    {
      id: 'since',
      header: 'Since',
      narrow: 'detail',
      cell: ({ since }) => <time dateTime={since.toISOString()}>{formatDate(since)}</time>,
    },
    { id: 'action', header: 'Actions', hideHeader: true, narrow: 'button', cell: actionOf },
  ]
}

/** What is at its threshold or below, as the dashboard counts it. */
export function Component() {
  const [state] = useUrlState(params)
  const { data, error, isFetching, isPlaceholderData, refetch } = useAppQuery(lowStockQuery(state.page), {
    keepPrevious: true,
  })
  const mayEdit = useStaff().may('catalogue')
  const [changing, setChanging] = useState<LowUnit | null>(null)
  const columns = lowColumns(
    (unit) =>
      mayEdit && (
        <Button
          variant="quiet"
          aria-label={`Change stock of ${unitName(unit)}`}
          onClick={() => setChanging(unit)}
        >
          Change
        </Button>
      ),
  )
  return (
    <>
      <PageHead title="Low stock" description="Restricted access only" noindex />
      <PageHeader
        title="Low stock"
        text={data ? `${number(data.total)} at or below their threshold` : 'Loading'}
      />
      <Grid gap="1.1rem">
        <DataTable
          label="Low stock"
          columns={columns}
          rows={data?.units}
          rowId={idOf}
          isStale={isPlaceholderData}
          error={!data && error ? 'Failed to load the stock.' : null}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          emptyState={
            <EmptyState
              level={2}
              title="Nothing is low"
              text="Products and variants at or below their threshold are listed here."
              action={<LinkButton to="/admin/products">Go to the products</LinkButton>}
            />
          }
        />
        {data && <Pager page={data.page} pages={data.pages} />}
      </Grid>
      <ChangeStock unit={changing} onClose={() => setChanging(null)} />
    </>
  )
}
