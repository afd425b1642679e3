import { counted } from '@shop/pricing'
import { useAppMutation } from '@shop/supabase'
import { chakra, Dialog, Text, useToast } from '@shop/ui'
import { useState, type ReactNode } from 'react'
import { errorWords } from '../../../kit/error-words'
import { useUndoToast } from '../../../kit/undo-toast'
import { useRefresh } from '../../../frame/staff/use-refresh'
import type { ListedProduct } from '../list-products'
import { bulkProducts, undoBulk, type BulkChange, type BulkResult } from './bulk-products'

/** Applies a change to products; settles when it is made or has failed, which it says itself. */
export type ApplyBulk = (products: readonly ListedProduct[], change: BulkChange) => Promise<void>

const List = chakra('ul', {
  base: { display: 'grid', gap: '.4rem', maxHeight: '50vh', overflowY: 'auto', overflowWrap: 'anywhere' },
})

/** The products that a change left alone, and why. */
function Leftovers({ result }: { result: BulkResult }) {
  const { conflicts, rejected } = result
  return (
    <List>
      {conflicts.map(({ id, name }) => (
        <li key={id}>{name}: somebody else changed it meanwhile.</li>
      ))}
      {rejected.map(({ id, name, reason }) => (
        <li key={id}>
          {name ?? 'A product'}: {reason}
        </li>
      ))}
    </List>
  )
}

/** Bulk changes, and what became of the last one. */
export interface BulkChanges {
  apply: ApplyBulk
  isPending: boolean
  /** A dialog to be rendered, empty while there is nothing to say. */
  report: ReactNode
}

/**
 * Changes many products at once, with undo, and a list of those that stayed as they were. Belongs to the page: the bar
 * above the table is gone with the selection.
 *
 * @param onDone called when the change is made, to end the selection
 */
export function useBulkChange(onDone: () => void): BulkChanges {
  const toast = useToast()
  const undoable = useUndoToast()
  const refreshes = useRefresh()
  const [result, setResult] = useState<BulkResult | null>(null)
  const refresh = () => void refreshes('catalogue', 'stock')
  const failed = (error: Error) => {
    console.error(error)
    toast({
      title: 'Error',
      description: errorWords(error, 'Failed to change products. Please try again.'),
      status: 'error',
    })
  }
  const undo = useAppMutation({
    mutationFn: undoBulk,
    onSuccess: ({ done, conflicts, rejected }) => {
      const left = conflicts.length + rejected.length
      const stayed =
        left === 0 ? '' : ` ${counted(left, 'product')} changed since ${left === 1 ? 'stays' : 'stay'}.`
      toast({
        title: 'Undone',
        description: `${counted(done.length, 'product')} as before.${stayed}`,
        status: 'success',
      })
    },
    onError: failed,
    onSettled: refresh,
  })
  const change = useAppMutation({
    mutationFn: bulkProducts,
    onSuccess: (made) => {
      if (made.done.length > 0) {
        undoable({
          title: 'Changed',
          description: `${counted(made.done.length, 'product')} changed.`,
          onUndo: () => {
            undo.mutate(made.done)
          },
        })
      }
      if (made.conflicts.length + made.rejected.length > 0) setResult(made)
      onDone()
    },
    onError: failed,
    onSettled: refresh,
  })
  const left = result ? result.conflicts.length + result.rejected.length : 0
  return {
    apply: async (products, asked) => {
      await change.mutateAsync({ products, change: asked }).catch(() => undefined) // `failed` has said it
    },
    isPending: change.isPending,
    report: (
      <Dialog
        open={result !== null}
        title={`${counted(left, 'product')} not changed`}
        onClose={() => {
          setResult(null)
        }}
      >
        {result && (
          <>
            <Text paddingBottom=".75rem">
              {result.done.length > 0 && `${counted(result.done.length, 'product')} changed. `}
              {left === 1 ? 'This one stays as it was:' : 'These stay as they were:'}
            </Text>
            <Leftovers result={result} />
          </>
        )}
      </Dialog>
    ),
  }
}
