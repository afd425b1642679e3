import { useBackend } from '@shop/supabase'
import { useEffect, useRef, useState } from 'react'
import { useRefresh } from '../../../frame/staff/use-refresh'
import type { FileColumn } from './file-columns'
import { runImport, type ImportResult } from './import-products'
import { FileError } from '../../../kit/csv/file-error'
import { importRows, readFile, type ProductFile } from './read-file'
import { columnsOf, rememberColumns } from './remembered-columns'

/** How far an import is. */
export type ImportState =
  | { step: 'choosing' }
  | { step: 'checking' | 'importing'; done: number; isStopping: boolean }
  | { step: 'checked' | 'imported'; result: ImportResult }

/** The steps of an import, each started by a press. Leaving the page stops it after the batch that is under way. */
export function useImport() {
  const backend = useBackend()
  const refresh = useRefresh()
  const [file, setFile] = useState<ProductFile | null>(null)
  const [mapping, setMapping] = useState<(FileColumn | undefined)[]>([])
  const [choice, setChoice] = useState(0)
  const latest = useRef<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [state, setState] = useState<ImportState>({ step: 'choosing' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (dry: boolean) => {
    if (!file || running.current) return
    const controller = new AbortController()
    running.current = controller
    const step = dry ? 'checking' : 'importing'
    setState({ step, done: 0, isStopping: false })
    const result = await runImport(backend, importRows(file, mapping), file.count, {
      dry,
      signal: controller.signal,
      onProgress: (done) => setState({ step, done, isStopping: controller.signal.aborted }),
    })
    running.current = null
    setState({ step: dry ? 'checked' : 'imported', result })
    if (!dry) await refresh('catalogue', 'stock')
  }

  return {
    file,
    /** How many files were chosen: the file's key. */
    choice,
    mapping,
    problem,
    state,
    /** Whether a column says which product a row is. */
    isMapped: mapping.some((column) => column === 'slug' || column === 'sku' || column === 'name'),
    async choose(chosen: File) {
      latest.current = chosen
      setState({ step: 'choosing' })
      try {
        const read = await readFile(chosen)
        // Another file was chosen while this one was read.
        if (latest.current !== chosen) return
        setFile(read)
        setChoice((count) => count + 1)
        setMapping(columnsOf(read.headings))
        setProblem(null)
      } catch (error) {
        if (latest.current !== chosen) return
        setFile(null)
        setProblem(error instanceof FileError ? error.message : 'This file could not be read.')
      }
    },
    map(next: (FileColumn | undefined)[]) {
      setMapping(next)
      if (file) rememberColumns(file.headings, next)
      setState({ step: 'choosing' })
    },
    check: () => run(true),
    start: () => run(false),
    /** Stops after the batch that is under way. */
    cancel() {
      running.current?.abort()
      setState((now) => ('done' in now ? { ...now, isStopping: true } : now))
    },
  }
}
