import { counted } from '@shop/pricing'
import { useToast } from '@shop/ui'
import { useRef, useState } from 'react'
import type { ExportOptions } from './csv/csv-writer'
import { errorWords } from './error-words'
import { saveFile } from './save-file'

/** A file to be saved. */
export interface FileExport {
  make: (options: ExportOptions) => Promise<Blob>
  /** Such as 'products': of the file's name. */
  name: string
  /** What the file holds, in a sentence. */
  done: string
  failure: string
}

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })

interface RunningExport {
  /** How many rows are read; null while nothing is exported. */
  rows: number | null
  /** The same in words. */
  progress: string | null
  start: (file: FileExport) => void
  cancel: () => void
}

/** Saves CSV files in the browser's downloads, one at a time, and says how it went. */
export function useExport(): RunningExport {
  const toast = useToast()
  const running = useRef<AbortController | null>(null)
  const [rows, setRows] = useState<number | null>(null)

  const save = async ({ make, name, done, failure }: FileExport) => {
    const controller = new AbortController()
    running.current = controller
    setRows(0)
    try {
      const file = await make({ signal: controller.signal, onProgress: setRows })
      saveFile(file, `${name}-${today()}.csv`)
      toast({ title: 'Downloaded!', description: done, status: 'success' })
    } catch (error) {
      if (controller.signal.aborted) {
        toast({ title: 'Export cancelled', description: 'No file was saved.', status: 'notice' })
      } else {
        console.error(error)
        toast({ title: 'Error', description: errorWords(error, failure), status: 'error' })
      }
    } finally {
      running.current = null
      setRows(null)
    }
  }

  return {
    rows,
    progress: rows === null ? null : counted(rows, 'row'),
    start: (file) => void save(file),
    cancel: () => running.current?.abort(),
  }
}
