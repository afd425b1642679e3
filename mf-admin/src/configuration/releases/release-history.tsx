import { useAppQuery } from '@shop/supabase'
import { Badge, chakra, EmptyState, Grid, Heading, Text, type BadgeStatus } from '@shop/ui'
import { columnHelper } from '../../kit/columns'
import { DataTable } from '../../kit/data-table'
import { formatDateTime } from '../../kit/dates'
import { Pager } from '../../kit/pager'
import { releaseEventsQuery, type ReleaseEvent } from './composition'
import { PreviewLink } from './preview-link'
import { VersionChanges } from './version-changes'

const labels: Readonly<Record<ReleaseEvent['what'], string>> = {
  start: 'Start',
  promote: 'Promoted',
  rollback: 'Rolled back',
  withdraw: 'Withdrawn',
  canary: 'Canary started',
  advance: 'Canary advanced',
  stop: 'Canary stopped',
}
const statuses: Readonly<Record<ReleaseEvent['what'], BadgeStatus>> = {
  start: 'neutral',
  promote: 'positive',
  rollback: 'warning',
  withdraw: 'danger',
  canary: 'neutral',
  advance: 'neutral',
  stop: 'warning',
}
const column = columnHelper<ReleaseEvent>()
const columns = column.columns([
  column.accessor('changes', {
    header: 'Changed',
    meta: { narrow: 'title' },
    cell: ({ getValue, row: { original } }) => (
      <>
        <VersionChanges changes={getValue()} />
        <Text textStyle="micro" color="muted" marginBottom=".35rem">
          Set {original.to}
        </Text>
        <PreviewLink of={{ set: original.to }} label={`set ${original.to}`} />
      </>
    ),
  }),
  column.accessor('what', {
    header: 'What',
    meta: { narrow: 'aside' },
    cell: ({ getValue }) => <Badge status={statuses[getValue()]}>{labels[getValue()]}</Badge>,
  }),
  column.accessor('why', {
    header: 'Who and why',
    meta: { narrow: 'detail' },
    cell: ({ getValue, row: { original } }) => (
      <chakra.span overflowWrap="anywhere">
        {original.actor}
        <Text as="span" display="block" color="muted">
          {getValue() || 'No reason given'}
        </Text>
      </chakra.span>
    ),
  }),
  column.accessor('at', {
    header: 'When',
    meta: { narrow: 'asideDetail' },
    cell: ({ getValue }) => (
      <chakra.time dateTime={getValue().toISOString()} whiteSpace={{ lg: 'nowrap' }}>
        {formatDateTime(getValue())}
      </chakra.time>
    ),
  }),
])
const idOf = ({ id }: ReleaseEvent) => id

/** What was made live, when, by whom and why, newest first. @param page from 1 */
export function ReleaseHistory({ page }: { page: number }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useAppQuery(releaseEventsQuery(page), {
    keepPrevious: true,
    staleMs: 0,
  })
  return (
    <Grid gap=".9rem" marginTop="1rem">
      <Heading level={2} look="h3">
        History
      </Heading>
      <DataTable
        label="History of releases"
        columns={columns}
        rows={data?.rows}
        rowId={idOf}
        isStale={isPlaceholderData}
        error={error && !data ? 'The history could not be loaded' : null}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
        emptyState={<EmptyState title="Nothing was made live yet" />}
      />
      {data && <Pager page={data.page} pages={data.pages} />}
    </Grid>
  )
}
