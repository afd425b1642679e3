import { useAppMutation, type Backend } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { useNavigate } from '@shop/router'
import { errorWords } from '../../kit/error-words'
import { useUndoToast } from '../../kit/undo-toast'
import { useOpened } from '../../kit/use-opened'
import { archiveProducts, deleteProduct, duplicateProduct } from './change-products'
import type { ListedProduct } from './list-products'
import { useRefresh } from '../../frame/staff/use-refresh'

type Products = readonly ListedProduct[]

const named = (products: Products) =>
  products.length === 1 ? `“${products[0]?.name ?? ''}”` : `${String(products.length)} products`
const idsOf = (products: Products) => products.map(({ id }) => id)

/** What staff do with products in the list. */
export interface ProductChanges {
  archive: (products: Products) => void
  restore: (products: Products) => void
  duplicate: (product: ListedProduct) => void
  remove: (product: ListedProduct, done: () => void) => void
  isRemoving: boolean
}

/**
 * Changes of products. Each says what it did, or why not, and reads the list again. Belongs to the page: a row is gone
 * when its product is archived, and with it what it would have said.
 */
export function useProductChanges(): ProductChanges {
  const toast = useToast()
  const undoable = useUndoToast()
  const refreshes = useRefresh()
  const navigate = useNavigate()
  const { linkTo } = useOpened('product')
  const refresh = () => void refreshes('catalogue')
  const failed = (message: string) => (error: Error) => {
    console.error(error)
    toast({ title: 'Error', description: errorWords(error, message), status: 'error' })
  }

  const restoring = useAppMutation({
    mutationFn: (db: Backend, { products, active }: { products: Products; active: Products }) =>
      archiveProducts(db, { ids: idsOf(products), archived: false, active: idsOf(active) }),
    onSuccess: (_, { products, active }) => {
      const state = active.length === 0 ? ', inactive' : ''
      const verb = products.length === 1 ? 'is' : 'are'
      toast({
        title: 'Restored',
        description: `${named(products)} ${verb} in the list again${state}.`,
        status: 'success',
      })
    },
    onError: failed('Failed to restore product. Please try again.'),
    onSettled: refresh,
  })
  const archiving = useAppMutation({
    mutationFn: (db: Backend, products: Products) =>
      archiveProducts(db, { ids: idsOf(products), archived: true }),
    onSuccess: (_, products) => {
      undoable({
        title: 'Archived',
        description: `${named(products)} left the shop. Orders keep ${products.length === 1 ? 'it' : 'them'}.`,
        onUndo: () => {
          restoring.mutate({ products, active: products.filter(({ isActive }) => isActive) })
        },
      })
    },
    onError: failed('Failed to archive product. Please try again.'),
    onSettled: refresh,
  })
  const copying = useAppMutation({
    mutationFn: duplicateProduct,
    onSuccess: async (copy) => {
      toast({
        title: 'Duplicated',
        description: 'The copy is inactive and has no stock.',
        status: 'success',
      })
      await navigate(linkTo(copy))
    },
    onError: failed('Failed to duplicate product. Please try again.'),
    onSettled: refresh,
  })
  const removal = useAppMutation({
    mutationFn: deleteProduct,
    onSuccess: () => {
      toast({ title: 'Success', description: 'Product deleted successfully.', status: 'success' })
    },
    onError: failed('Failed to delete product. Please try again.'),
    onSettled: refresh,
  })
  return {
    archive: (products) => {
      archiving.mutate(products)
    },
    restore: (products) => {
      restoring.mutate({ products, active: [] })
    },
    duplicate: ({ id }) => {
      copying.mutate(id)
    },
    remove: ({ id, version }, done) => {
      removal.mutate({ id, version }, { onSettled: done })
    },
    isRemoving: removal.isPending,
  }
}
