import { useNavigate } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery, type AppQuery } from '@shop/supabase'
import { EmptyState, Grid, Icon, LinkButton, PageHeader, chakra } from '@shop/ui'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { useLive } from '../staff/use-live'
import type { ViewScreen } from '../views/saved-views'
import { ViewMenu } from '../views/view-menu'
import { ColumnChoice, useHiddenColumns } from '../../kit/column-choice'
import type { Columns } from '../../kit/columns'
import { DataTable, type DataTableProps } from '../../kit/data-table'
import { ListFilters, type ListFilter, type ListSearch } from '../../kit/list-filters'
import { Pager } from '../../kit/pager'
import { DetailsLinks } from '../../kit/row-link'
import { filterOf, useUrlState, type Entries, type FilterValues, type State } from '../../kit/url-state'
import { useErrorToast } from '../../kit/use-error-toast'
import { useOpened } from '../../kit/use-opened'

/** What a list asks for, by its URL. */
interface Asked<E extends Entries> {
  state: State<E>
  /** Without filter it is empty. */
  filter: FilterValues
}

/** A list as its texts and tools see it. */
interface List<Data, E extends Entries> extends Asked<E> {
  /** Undefined until it is loaded; that of the previous page or filter until the next one is. */
  data: Data | undefined
  isFetching: boolean
  refetch: () => void
}

interface Empty {
  title: string
  text?: ReactNode
  /** Offers to add the first one, if something can be added. */
  action?: ReactNode
}

/** What the answer of a list is: a page with its rows, or all rows. */
type ListData<Row> = readonly Row[] | Page<Row>

interface Page<Row> {
  rows: readonly Row[]
  page?: number
  pages?: number
}

export interface ListScreenProps<Row extends { id: string }, Data extends ListData<Row>, E extends Entries> {
  title: string
  /** The title of the tab, if another. */
  documentTitle?: string
  /** What the rows are, if not the title: the name of the table. */
  label?: string
  /** The line under the title, such as `countOf(data, 'message')`. */
  text: (list: List<Data, E>) => ReactNode
  /** The parameters of the list in the URL, such as filters and page; declared outside of the component. */
  params: { readonly entries: E }
  query: (asked: Asked<E>) => AppQuery<Data>
  /** Another query without which the list cannot be shown. */
  needs?: Pick<ReturnType<typeof useAppQuery>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Milliseconds for which an answer is fresh, if not as usual. */
  staleMs?: number
  columns: Columns<Row>
  /** The id of a row, if not its `id`. */
  rowId?: (row: Row) => string
  search?: ListSearch
  filters?: (list: List<Data, E>) => readonly ListFilter<keyof E & string>[]
  /** The name under which views of the list, and hidden columns, are saved. */
  views?: ViewScreen
  /** Beside the title: what else belongs to the list. */
  aside?: (list: List<Data, E>) => ReactNode
  /** Between the filters and the table. */
  above?: (list: List<Data, E>) => ReactNode
  /** In place of the pager. */
  footer?: (list: List<Data, E>) => ReactNode
  /** When there is nothing: as it is, and with a filter set. */
  empty: Empty | ((list: List<Data, E>) => Empty)
  emptyFiltered?: Empty
  /** Instead of the rows, when they could not be loaded. */
  failure: string
  /** What a toast says whenever they could not be loaded. */
  failureToast?: string
  /** The details of the row that the URL names; their key is its id. */
  details?: Details<List<Data, E>> | false
  selection?: (list: List<Data, E>) => Selection<Row> | false
  /** Tables that change the list, and what the keys of its queries start with. */
  live?: LiveProps
  /** Dialogs over the list. */
  children?: ReactNode
}

type Selection<Row extends object> = Pick<
  DataTableProps<Row>,
  'rowName' | 'selection' | 'onSelection' | 'bulkActions'
>

interface Details<L> {
  /** The search parameter that names the row. */
  param: string
  /** What the button says that opens the details of a new one, whose id is 'new'. */
  add?: string | false
  render: (id: string, close: () => void, list: L) => ReactNode
}

/** The id of details that are not saved yet. */
export const newId = 'new'

const idOf = ({ id }: { id: string }) => id

const isWhole = <Row,>(response: ListData<Row>): response is readonly Row[] => Array.isArray(response)

const pageOf = <Row,>(response: ListData<Row>): Page<Row> =>
  isWhole(response) ? { rows: response } : response

/**
 * The screen of a list: heading, search, filters, saved views, table, pager, and over it the details that the URL names. A list
 * that is shown stays when reading it again fails.
 */
export function ListScreen<Row extends { id: string }, Data extends ListData<Row>, E extends Entries>(
  props: ListScreenProps<Row, Data, E>,
) {
  const { title, label = title, params, columns, rowId = idOf, search, filters, views, details } = props
  const [state] = useUrlState(params)
  const [, change] = useUrlState<Entries>(params)
  const asked = { state, filter: filterOf(state) }
  const { needs } = props
  const { data, error, isFetching, isPlaceholderData, refetch } = useAppQuery(props.query(asked), {
    keepPrevious: true,
    staleMs: props.staleMs,
  })
  useErrorToast(error, props.failureToast)
  const { opened, linkTo, close } = useOpened(details ? details.param : '')
  const navigate = useNavigate()
  const [hidden, setHidden] = useHiddenColumns(views ?? label)

  const page = data && pageOf<Row>(data)
  const retry = () => {
    void refetch()
    if (needs?.error) void needs.refetch()
  }
  const list = { ...asked, data, isFetching, refetch: retry }
  const hideable = columns.flatMap(({ id, header, enableHiding }) =>
    enableHiding && id !== undefined && typeof header === 'string' ? [{ id, header }] : [],
  )
  const add = details && details.add && (
    // In sight at once where the line scrolls.
    <LinkButton to={linkTo(newId)} preventScrollReset order={{ base: -1, lg: 0 }}>
      <Icon as={Plus} size="s" />
      {details.add}
    </LinkButton>
  )
  const aside = props.aside?.(list)
  const empty = typeof props.empty === 'function' ? props.empty(list) : { action: add, ...props.empty }
  const sort = 'sort' in state ? String(state.sort) : undefined
  return (
    <DetailsLinks value={details ? linkTo : null}>
      <PageHead title={props.documentTitle ?? title} description="Restricted access only" noindex />
      <PageHeader
        title={title}
        text={props.text(list)}
        aside={
          [views, aside, add].some(Boolean) && (
            <Tools>
              {views && (
                <ViewMenu
                  screen={views}
                  params={params}
                  {...(hideable.length > 0 && {
                    columns: { hidden, known: hideable.map(({ id }) => id), change: setHidden },
                  })}
                />
              )}
              {aside}
              {add}
            </Tools>
          )
        }
      />
      <Grid gap="1.1rem">
        {(search ?? filters) && (
          <ListFilters
            params={params}
            search={search}
            filters={filters?.(list)}
            aside={
              hideable.length > 0 && (
                <chakra.span marginInlineStart={{ lg: 'auto' }} display={{ base: 'none', lg: 'block' }}>
                  <ColumnChoice columns={hideable} hidden={hidden} onChange={setHidden} />
                </chakra.span>
              )
            }
          />
        )}
        {props.above?.(list)}
        <DataTable
          label={label}
          columns={columns}
          rows={page?.rows}
          rowId={rowId}
          {...props.selection?.(list)}
          sort={sort}
          onSort={sort === undefined ? undefined : (next) => change({ sort: next })}
          hiddenColumns={hidden}
          onEdit={
            details ? (row) => void navigate(linkTo(rowId(row)), { preventScrollReset: true }) : undefined
          }
          isStale={isPlaceholderData}
          error={(error && !data) || (needs?.error && !needs.data) ? props.failure : null}
          onRetry={retry}
          isRetrying={isFetching || needs?.isFetching}
          emptyState={
            <EmptyState {...((Object.keys(asked.filter).length > 0 && props.emptyFiltered) || empty)} />
          }
        />
        {props.footer
          ? props.footer(list)
          : page?.pages !== undefined && <Pager page={page.page ?? 1} pages={page.pages} />}
      </Grid>
      {details && opened !== null && <Opened key={opened}>{details.render(opened, close, list)}</Opened>}
      {props.live && <Live {...props.live} />}
      {props.children}
    </DetailsLinks>
  )
}

/** What is done with a list, beside its title; on a phone one line, which scrolls, so that the list begins high on the screen. */
const Tools = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: { base: 'nowrap', lg: 'wrap' },
    justifyContent: { lg: 'flex-end' },
    gap: '.6rem',
    '@media (max-width: 899.98px)': {
      overflowX: 'auto',
      // Room for the ring of focus.
      padding: '4px',
      margin: '-4px',
      '& > *': { flex: '1 0 auto' },
    },
  },
})

/** Details of another row begin anew. */
const Opened = ({ children }: { children: ReactNode }) => children

interface LiveProps {
  tables: readonly string[]
  keys: readonly (readonly unknown[])[]
}

function Live({ tables, keys }: LiveProps) {
  useLive(tables, keys)
  return null
}
