import {
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type TableOptions,
} from '@tanstack/react-table'

/** Where a cell goes when a row has two lines; cells without a place are not shown then. A `button` has a frame, `actions` are icons. */
export type NarrowPlace = 'media' | 'title' | 'detail' | 'aside' | 'asideDetail' | 'actions' | 'button'

export interface ColumnMeta {
  /** Figures are at the end, in tabular digits. */
  align?: 'end'
  /** One of each place at most. */
  narrow?: NarrowPlace
  /** CSS width. */
  width?: string
  /** For screen readers only, above pictures and actions. */
  hideHeader?: boolean
}

/** What the tables of the back office use of TanStack Table. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})

/** The columns of a table, in their order. They are stable: made outside of the component, or memoised. */
export type Columns<Row extends object> = TableOptions<typeof features, Row>['columns']

/**
 * TanStack Table's column helper. `enableSorting` lets the server sort by the column, whose id is then the order's name;
 * `enableHiding` lets staff hide it.
 */
export const columnHelper = <Row extends object>() => createColumnHelper<typeof features, Row>()
