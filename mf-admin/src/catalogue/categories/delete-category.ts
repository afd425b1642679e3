import { BackendError, row, useAppMutation, type Backend } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { errorWords } from '../../kit/error-words'
import { useRefresh } from '../../frame/staff/use-refresh'

const success = {
  title: 'Success',
  description: 'Category deleted successfully.',
  status: 'success',
} as const

/** Why a category with products is not deleted. */
export const cannotDelete = {
  title: 'Cannot Delete',
  description: 'Cannot delete category with products assigned. Move or delete products first.',
  status: 'error',
} as const

async function deleteCategory(db: Backend, id: string): Promise<void> {
  await row(db.rpc('delete_category', { p_id: id }))
}

/** Deletes a category without products, and says how it went; the list is read again. */
export function useDeleteCategory() {
  const refresh = useRefresh()
  const toast = useToast()
  return useAppMutation({
    mutationFn: deleteCategory,
    onSuccess: () => toast(success),
    onError: (error) => {
      if (error instanceof BackendError && error.hint === 'category_used') {
        toast(cannotDelete)
        return
      }
      console.error(error)
      const description = errorWords(error, 'Failed to delete category. Please try again.')
      toast({ title: 'Error', description, status: 'error' })
    },
    onSettled: () => refresh('categories'),
  })
}
