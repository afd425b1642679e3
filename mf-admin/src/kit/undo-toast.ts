import { useToast } from '@shop/ui'
import { useCallback } from 'react'

/** How long something can be undone, in milliseconds. */
const undoMs = 10_000

/** `undoToast({ title, description, onUndo })` says what was done, with "Undo" for ten seconds. */
export function useUndoToast() {
  const toast = useToast()
  return useCallback(
    ({ title, description, onUndo }: { title: string; description?: string; onUndo: () => void }) => {
      toast({
        title,
        description,
        status: 'success',
        durationMs: undoMs,
        action: { label: 'Undo', onClick: onUndo },
      })
    },
    [toast],
  )
}
