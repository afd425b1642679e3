import { useAppMutation, useQueryClient } from '@shop/supabase'
import { chakra, Dialog, Text, useToast } from '@shop/ui'
import { useState, type ReactNode } from 'react'
import { errorWords } from '../../kit/error-words'
import { useUndoToast } from '../../kit/undo-toast'
import { productListsKey, type ListedProduct } from '../list-products'
import { bulkProducts, undoBulk, type BulkChange, type BulkResult } from './bulk-products'

/** Applies a change to products. */
export type ApplyBulk = (products: readonly ListedProduct[], change: BulkChange) => void

const counted = (count: number) => (count === 1 ? '1 product' : `${String(count)} products`)

const List = chakra('ul', {
  base: { display: 'grid', gap: '.4rem', maxHeight: '50vh', overflowY: 'auto', overflowWrap: 'anywhere' },
})

/** The products that a change left alone, and why. */
function Leftovers({ result }: { result: BulkResult }) {
  const { conflicts, refused } = result
  return (
    <List>
      {conflicts.map(({ id, name }) => (
        <li key={id}>{name}: somebody else changed it meanwhile.</li>
      ))}
      {refused.map(({ id, name, reason }) => (
        <li key={id}>
          {name ?? 'A product'}: {reason}
        </li>
      ))}
    </List>
  )
}

/**
 * Changes many products at once, with undo, and a list of those that stayed as they were.
 *
 * @param onDone called when the change is made
 * @returns `report` is a dialog to be rendered, empty while there is nothing to say
 */
export function useBulkChange(onDone: () => void): {
  apply: ApplyBulk
  isPending: boolean
  report: ReactNode
} {
  const toast = useToast()
  const undoable = useUndoToast()
  const queries = useQueryClient()
  const [result, setResult] = useState<BulkResult | null>(null)
  const refresh = () =>
    Promise.all(
      [productListsKey, ['dashboard-stats']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
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
    onSuccess: async ({ done, conflicts, refused }) => {
      const left = conflicts.length + refused.length
      toast({
        title: 'Undone',
        description: `${counted(done.length)} as before.${left > 0 ? ` ${counted(left)} changed since stayed as they are.` : ''}`,
        status: 'success',
      })
      await refresh()
    },
    onError: failed,
  })
  const change = useAppMutation({
    mutationFn: bulkProducts,
    onSuccess: async (made) => {
      if (made.done.length > 0) {
        undoable({
          title: 'Changed',
          description: `${counted(made.done.length)} changed.`,
          onUndo: () => undo.mutate(made.done),
        })
      }
      if (made.conflicts.length + made.refused.length > 0) setResult(made)
      else onDone()
      await refresh()
    },
    onError: failed,
  })
  return {
    apply: (products, asked) => change.mutate({ products, change: asked }),
    isPending: change.isPending,
    report: (
      <Dialog
        open={result !== null}
        title={result ? `${counted(result.conflicts.length + result.refused.length)} not changed` : ''}
        onClose={() => {
          setResult(null)
          onDone()
        }}
      >
        {result && (
          <>
            <Text paddingBottom=".75rem">
              {result.done.length > 0
                ? `${counted(result.done.length)} changed. These stay as they were:`
                : 'These stay as they were:'}
            </Text>
            <Leftovers result={result} />
          </>
        )}
      </Dialog>
    ),
  }
}
