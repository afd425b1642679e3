import { useTable } from '@tanstack/react-table'
import { Checkbox, ErrorState, Icon, VisuallyHidden } from '@shop/ui'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useMemo, type ReactNode } from 'react'
import { features, type Columns } from './columns'
import { SkeletonRows } from './data-table-skeleton'
import { SortButton, TableFrame, TableRoot } from './data-table-styles'
import { useKeepFocus } from './keep-focus'
import { useRangeSelection } from './range-selection'
import { useRowKeys } from './row-keys'

export interface DataTableProps<Row extends object> {
  /** What the rows are, such as 'Products'. */
  label: string
  columns: Columns<Row>
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** The name of a row for its checkbox: "Select Silk Robe". */
  rowName?: (row: Row) => string
  /** Ids of the selected rows, which may be on other pages. Without `onSelection` there are no checkboxes. */
  selection?: ReadonlySet<string>
  onSelection?: (selection: ReadonlySet<string>) => void
  /** What can be done with the selected rows. */
  bulkActions?: ReactNode
  /** The id of a column, '-' before it for descending. */
  sort?: string
  /** Called with undefined for the usual order. */
  onSort?: (sort: string | undefined) => void
  /** Ids of the columns that are not shown. */
  hiddenColumns?: readonly string[]
  /** The key E opens the row that has the focus. */
  onEdit?: (row: Row) => void
  emptyState: ReactNode
  /** The rows are those of the previous page or filter. */
  isStale?: boolean
  /** Shown instead of the rows, such as 'Failed to load categories.' */
  error?: string | null
  onRetry?: () => void
  isRetrying?: boolean
}

const ignore = () => undefined
const none: readonly never[] = []

/**
 * A table of records, sorted and paged by the server.
 *
 * Shift-click and Shift-Space select a range; arrow keys move between rows, with Shift they select; Ctrl+A selects all
 * rows of the page, Escape none. Below 900 px each row has two lines.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, rowName, onSelection, sort, onSort } = props
  const selection = useMemo(() => props.selection ?? new Set<string>(), [props.selection])
  const order = useMemo(() => (rows ?? []).map(rowId), [rows, rowId])
  const selecting = useRangeSelection(order, selection, onSelection ?? ignore)
  const table = useTable<typeof features, Row>({
    features,
    data: rows ?? none,
    getRowId: rowId,
    columns,
    defaultColumn: { enableSorting: false, enableHiding: false, sortDescFirst: false },
    manualSorting: true,
    state: {
      sorting: sort ? [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }] : [],
      rowSelection: Object.fromEntries([...selection].map((id) => [id, true as const])),
      columnVisibility: Object.fromEntries((props.hiddenColumns ?? []).map((id) => [id, false])),
    },
    onSortingChange: (updater) => {
      const [first] = typeof updater === 'function' ? updater(table.state.sorting) : updater
      onSort?.(first && `${first.desc ? '-' : ''}${first.id}`)
    },
  })
  const onKeyDown = useRowKeys({
    order,
    ...(onSelection && { selecting, hasSelection: selection.size > 0 }),
    onEdit: props.onEdit && ((id) => props.onEdit?.(table.getRow(id).original)),
  })
  const keepFocus = useKeepFocus(order)

  if (props.error) {
    return (
      <TableFrame>
        <ErrorState
          title={props.error}
          text="Nothing was changed. Please try again."
          onRetry={props.onRetry}
          retrying={props.isRetrying}
        />
      </TableFrame>
    )
  }
  if (rows?.length === 0) return <TableFrame>{props.emptyState}</TableFrame>

  return (
    <TableFrame>
      {selection.size > 0 && props.bulkActions}
      <TableRoot
        role="table"
        aria-label={label}
        aria-busy={rows === undefined || props.isStale || undefined}
        data-stale={props.isStale || undefined}
      >
        <thead role="rowgroup">
          <tr role="row">
            {onSelection && (
              <th role="columnheader" scope="col" data-narrow="select">
                <Checkbox
                  label="Select all on this page"
                  hideLabel
                  disabled={order.length === 0}
                  checked={order.length > 0 && table.getIsAllRowsSelected()}
                  indeterminate={order.some((id) => selection.has(id)) && !table.getIsAllRowsSelected()}
                  onChange={({ target }) => selecting.selectAll(target.checked)}
                />
              </th>
            )}
            {table.getHeaderGroups()[0]?.headers.map((header) => {
              const { column } = header
              const direction = column.getIsSorted()
              const { meta } = column.columnDef
              const name = <table.FlexRender header={header} />
              return (
                <th
                  key={column.id}
                  role="columnheader"
                  scope="col"
                  data-align={meta?.align}
                  style={{ width: meta?.width }}
                  aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  {meta?.hideHeader ? (
                    <VisuallyHidden>{name}</VisuallyHidden>
                  ) : column.getCanSort() && onSort ? (
                    <SortButton type="button" onClick={() => column.toggleSorting()}>
                      {name}
                      {direction && <Icon as={direction === 'asc' ? ArrowUp : ArrowDown} size="s" />}
                    </SortButton>
                  ) : (
                    name
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody role="rowgroup" onKeyDown={onKeyDown} {...keepFocus}>
          {rows === undefined && (
            <SkeletonRows label={label} columns={table.getVisibleLeafColumns()} selecting={!!onSelection} />
          )}
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} role="row" data-row={row.id} data-selected={row.getIsSelected() || undefined}>
              {onSelection && (
                <td role="cell" data-narrow="select">
                  <Checkbox
                    label={`Select ${rowName?.(row.original) ?? row.id}`}
                    hideLabel
                    checked={row.getIsSelected()}
                    onChange={({ nativeEvent }) =>
                      selecting.press(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                    }
                  />
                </td>
              )}
              {row.getVisibleCells().map((cell) => (
                <td
                  key={cell.id}
                  role="cell"
                  data-align={cell.column.columnDef.meta?.align}
                  data-narrow={cell.column.columnDef.meta?.narrow}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableRoot>
    </TableFrame>
  )
}
