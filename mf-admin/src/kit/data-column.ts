import type { ReactNode } from 'react'

/** Where a cell goes when a row has two lines; cells without a place are not shown then. A `button` has a frame, `actions` are icons. */
export type NarrowPlace = 'media' | 'title' | 'detail' | 'aside' | 'asideDetail' | 'actions' | 'button'

/** A column of a DataTable. */
export interface DataColumn<Row> {
  id: string
  header: string
  /** For screen readers only, above pictures and actions. */
  hideHeader?: boolean
  cell: (row: Row) => ReactNode
  /** The rows can be sorted by it: `sort` is then its id, or '-' and its id for the other direction. */
  sortable?: boolean
  /** Figures are at the end, in tabular digits. */
  align?: 'end'
  /** One of each place at most. */
  narrow?: NarrowPlace
  /** CSS width. */
  width?: string
}
