import { useBackend } from '@shop/supabase'
import { useStaff } from '../../frame/staff/use-staff'
import { exportRows } from '../../kit/csv/export-rows'
import { ExportMenu } from '../../kit/export-menu'
import type { FilterValues } from '../../kit/url-state'
import { lineFile, orderFile } from './order-files'

interface OrderExportProps {
  filter: FilterValues
  /** A search found more than the list shows. */
  isCut: boolean
}

/** Saves the orders of a filter, or their lines, as a CSV file. */
export function OrderExport({ filter, isCut }: OrderExportProps) {
  const backend = useBackend()
  if (!useStaff().may('exports')) return null
  const which = isCut ? 'the newest 1,000 orders of this search' : 'the orders of this list'
  return (
    <ExportMenu
      files={[
        {
          label: 'Orders as CSV',
          name: 'orders',
          make: (options) => exportRows(backend, orderFile, filter, options),
          done: `One row for each order: ${which}.`,
          failure: 'Failed to export orders. Please try again.',
        },
        {
          label: 'Order lines as CSV',
          name: 'order-lines',
          make: (options) => exportRows(backend, lineFile, filter, options),
          done: `One row for each line of ${which}.`,
          failure: 'Failed to export orders. Please try again.',
        },
      ]}
    />
  )
}
