import { useToast } from '@shop/ui'
import { useCallback } from 'react'

/** How long something can be undone, in milliseconds. */
const undoMs = 10_000

interface UndoneByToast {
  title: string
  description?: string
  /** How long it can be undone, in milliseconds; ten seconds by default. */
  forMs?: number
  onUndo: () => void
}

/** `undoToast({ title, description, onUndo })` says what was done, with "Undo" for its time. */
export function useUndoToast() {
  const toast = useToast()
  return useCallback(
    ({ title, description, forMs = undoMs, onUndo }: UndoneByToast) => {
      toast({
        title,
        description,
        status: 'success',
        durationMs: forMs,
        action: { label: 'Undo', onClick: onUndo },
      })
    },
    [toast],
  )
}
