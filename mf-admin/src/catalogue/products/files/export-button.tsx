import { useBackend } from '@shop/supabase'
import { Button, chakra, Icon, Text, useToast } from '@shop/ui'
import Download from 'lucide-react/icons/download'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { errorWords } from '../../../kit/error-words'
import type { FilterValues } from '../../../kit/url-state'
import { exportProducts } from './export-products'
import { saveFile } from '../../../kit/save-file'

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })

/** Saves the products of a filter as a CSV file, with progress and "Cancel". */
export function ExportButton({ filter }: { filter: FilterValues }) {
  const backend = useBackend()
  const toast = useToast()
  const running = useRef<AbortController | null>(null)
  const [rows, setRows] = useState<number | null>(null)

  const save = async () => {
    const controller = new AbortController()
    running.current = controller
    setRows(0)
    try {
      const file = await exportProducts(backend, filter, { signal: controller.signal, onProgress: setRows })
      saveFile(file, `products-${today()}.csv`)
      toast({
        title: 'Downloaded!',
        description: 'The products of this list are in the file.',
        status: 'success',
      })
    } catch (error) {
      if (controller.signal.aborted) {
        toast({ title: 'Export cancelled', description: 'No file was saved.', status: 'notice' })
      } else {
        console.error(error)
        toast({
          title: 'Error',
          description: errorWords(error, 'Failed to export products. Please try again.'),
          status: 'error',
        })
      }
    } finally {
      running.current = null
      setRows(null)
    }
  }

  // One button all the time, so that it keeps the focus.
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap=".6rem">
      {rows !== null && (
        <Text role="status" textStyle="small" fontVariantNumeric="tabular-nums">
          {rows.toLocaleString('en-GB')} rows
        </Text>
      )}
      <Button
        variant="quiet"
        flexGrow={1}
        onClick={({ detail: presses }) => {
          if (rows === null) void save()
          // The second press of a double click is not meant for "Cancel".
          else if (presses < 2) running.current?.abort()
        }}
      >
        <Icon as={rows === null ? Download : X} size="s" />
        {rows === null ? 'Export' : 'Cancel export'}
      </Button>
    </chakra.span>
  )
}
