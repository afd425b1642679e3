import { useBackend } from '@shop/supabase'
import { useStaff } from '../../frame/staff/use-staff'
import { exportRows } from '../../kit/csv/export-rows'
import { ExportMenu } from '../../kit/export-menu'
import type { FilterValues } from '../../kit/url-state'
import { customerFile } from './customer-file'

/** Saves the customers of a search as a CSV file. */
export function CustomerExport({ filter }: { filter: FilterValues }) {
  const backend = useBackend()
  if (!useStaff().may('exports')) return null
  return (
    <ExportMenu
      files={[
        {
          label: 'Customers as CSV',
          name: 'customers',
          make: (options) => exportRows(backend, customerFile, filter, options),
          done: 'The customers of this list are in the file.',
          failure: 'Failed to export customers. Please try again.',
        },
      ]}
    />
  )
}
