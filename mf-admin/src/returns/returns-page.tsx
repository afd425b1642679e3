import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { EmptyState, Grid, PageHeader, Text } from '@shop/ui'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import type { DataColumn } from '../kit/data-column'
import { DataTable } from '../kit/data-table'
import { FilterSelect } from '../kit/filter-select'
import { FilterBar } from '../kit/filters'
import { Pager } from '../kit/pager'
import { choiceParam, pageParam, useUrlState } from '../kit/url-state'
import { useLive } from '../staff/use-live'
import {
  dayOf,
  deliveryOf,
  officeReturnsQuery,
  reasonLabels,
  returnStates,
  stateLabels,
  type OfficeReturn,
} from './office-returns'
import { NextStep, ReturnStep } from './return-actions'

const params = v.object({ state: choiceParam(returnStates, 'requested'), page: pageParam() })
const idOf = ({ id }: OfficeReturn) => id
const columnsOf = (onOpen: (sent: OfficeReturn) => void): DataColumn<OfficeReturn>[] => [
  {
    id: 'order',
    header: 'Order',
    narrow: 'title',
    cell: (sent) => (
      <>
        <Text as="span" fontWeight={520}>
          {sent.orderNumber}
        </Text>
        <Text textStyle="micro" color="muted" overflowWrap="anywhere">
          {sent.email ?? 'Guest'}
        </Text>
      </>
    ),
  },
  {
    id: 'pieces',
    header: 'Pieces',
    narrow: 'detail',
    cell: ({ lines }) =>
      lines.map(({ line, name, quantity, reason }) => (
        <Text key={line} as="span" display="block" overflowWrap="anywhere">
          {`${String(quantity)} × ${name}, ${reasonLabels[reason].toLowerCase()}`}
        </Text>
      )),
  },
  {
    id: 'since',
    header: 'Requested',
    narrow: 'aside',
    cell: (sent) => (
      <>
        <time dateTime={sent.createdAt.toISOString()}>{dayOf(sent.createdAt)}</time>
        <Text textStyle="micro" color="muted" data-only="wide">
          {deliveryOf(sent)}
        </Text>
      </>
    ),
  },
  {
    id: 'action',
    header: 'Actions',
    hideHeader: true,
    narrow: 'button',
    cell: (sent) => <NextStep sent={sent} onOpen={onOpen} />,
  },
]

/** The inbox of returns: by state, those that wait the oldest first. */
export function Component() {
  const [state, change] = useUrlState(params)
  const list = useAppQuery(officeReturnsQuery(state.state, state.page), { keepPrevious: true })
  const { data } = list
  // It is kept as it was opened, though the list goes on.
  const [opened, setOpened] = useState<OfficeReturn | null>(null)
  const columns = useMemo(() => columnsOf(setOpened), [])
  useLive(['returns'], [['office-returns']])
  const count = data ? `${data.exact ? '' : 'More than '}${data.total.toLocaleString('en-GB')}` : ''
  return (
    <>
      <PageHead title="Returns" description="Restricted access only" noindex />
      <PageHeader
        title="Returns"
        text={data ? `${count} ${stateLabels[state.state].toLowerCase()}` : 'Loading'}
      />
      <Grid gap="1.1rem">
        <FilterBar>
          <FilterSelect
            label="State"
            value={state.state}
            labels={stateLabels}
            onChoose={(chosen) => change({ state: chosen })}
          />
        </FilterBar>
        <DataTable
          label="Returns"
          columns={columns}
          rows={data?.rows}
          rowId={idOf}
          isStale={list.isPlaceholderData}
          error={!data && list.error ? 'Failed to load the returns.' : null}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
          emptyState={
            <EmptyState
              level={2}
              title={`No returns are ${stateLabels[state.state].toLowerCase()}`}
              text="What customers want to send back is listed here."
            />
          }
        />
        {data && <Pager page={data.page} pages={data.pages} />}
      </Grid>
      {opened && <ReturnStep key={opened.id} sent={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
