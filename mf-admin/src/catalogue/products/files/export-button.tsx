import { useBackend } from '@shop/supabase'
import { Button, chakra, Icon, Text } from '@shop/ui'
import Download from 'lucide-react/icons/download'
import X from 'lucide-react/icons/x'
import type { FilterValues } from '../../../kit/url-state'
import { useExport } from '../../../kit/use-export'
import { exportProducts } from './export-products'

/** Saves the products of a filter as a CSV file, with progress and "Cancel". */
export function ExportButton({ filter }: { filter: FilterValues }) {
  const backend = useBackend()
  const { progress, start, cancel } = useExport()
  // One button all the time, so that it keeps the focus.
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap=".6rem">
      {progress !== null && (
        <Text role="status" textStyle="small" fontVariantNumeric="tabular-nums">
          {progress}
        </Text>
      )}
      <Button
        variant="quiet"
        flexGrow={1}
        onClick={({ detail: presses }) => {
          if (progress === null)
            start({
              make: (options) => exportProducts(backend, filter, options),
              name: 'products',
              done: 'The products of this list are in the file.',
              failure: 'Failed to export products. Please try again.',
            })
          // The second press of a double click is not meant for "Cancel".
          else if (presses < 2) cancel()
        }}
      >
        <Icon as={progress === null ? Download : X} size="s" />
        {progress === null ? 'Export' : 'Cancel export'}
      </Button>
    </chakra.span>
  )
}
