import { useAppMutation, useQueryClient } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { useNavigate } from '@shop/router'
import { errorWords } from '../kit/error-words'
import { useUndoToast } from '../kit/undo-toast'
import { archiveProducts, deleteProduct, duplicateProduct } from './change-products'
import { productListsKey, type ListedProduct } from './list-products'
import { useProductLinks } from './product-links'

const named = (products: readonly ListedProduct[]) =>
  products.length === 1 ? `“${products[0]?.name ?? ''}”` : `${String(products.length)} products`

/** What staff do with products in the list. Each says what it did, or why not, and reads the list again. */
export function useProductChanges() {
  const toast = useToast()
  const undoable = useUndoToast()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const links = useProductLinks()
  const refresh = () =>
    Promise.all(
      [productListsKey, ['dashboard-stats']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  const failed = (message: string) => (error: Error) => {
    console.error(error)
    toast({ title: 'Error', description: errorWords(error, message), status: 'error' })
    void refresh()
  }

  const setArchived = useAppMutation({ mutationFn: archiveProducts, onSuccess: refresh })
  const archive = (products: readonly ListedProduct[]) => {
    const ids = products.map(({ id }) => id)
    setArchived.mutate(
      { ids, archived: true },
      {
        onSuccess: () => {
          undoable({
            title: 'Archived',
            description: `${named(products)} left the shop. Orders keep it.`,
            onUndo: () => {
              restore(products)
            },
          })
        },
        onError: failed('Failed to archive product. Please try again.'),
      },
    )
  }
  const restore = (products: readonly ListedProduct[]) => {
    setArchived.mutate(
      { ids: products.map(({ id }) => id), archived: false },
      {
        onSuccess: () => {
          toast({
            title: 'Restored',
            description: `${named(products)} is in the list again, inactive.`,
            status: 'success',
          })
        },
        onError: failed('Failed to restore product. Please try again.'),
      },
    )
  }

  const copying = useAppMutation({ mutationFn: duplicateProduct, onSuccess: refresh })
  const duplicate = ({ id }: ListedProduct) => {
    copying.mutate(id, {
      onSuccess: async (copy) => {
        toast({
          title: 'Duplicated',
          description: 'The copy is inactive and has no stock.',
          status: 'success',
        })
        await navigate(links.edit(copy))
      },
      onError: failed('Failed to duplicate product. Please try again.'),
    })
  }

  const removal = useAppMutation({ mutationFn: deleteProduct, onSuccess: refresh })
  const remove = ({ id, version }: ListedProduct, done: () => void) => {
    removal.mutate(
      { id, version },
      {
        onSuccess: () => {
          toast({ title: 'Success', description: 'Product deleted successfully.', status: 'success' })
        },
        onError: failed('Failed to delete product. Please try again.'),
        onSettled: done,
      },
    )
  }
  return { archive, restore, duplicate, remove, isRemoving: removal.isPending }
}
