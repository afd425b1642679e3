import { row, useAppMutation, type Backend } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { errorWords } from '../../kit/error-words'
import { none } from '../../kit/field-rules'
import { useRefresh } from '../../frame/staff/use-refresh'
import type { SearchWordsValues } from './search-words-values'

interface Saved {
  /** Undefined for a new entry. */
  id?: string
  /** The version that was read. */
  version?: number
  values: SearchWordsValues
}

/** @throws BackendError with hint 'stale_version' if somebody else changed it, or with the name of the rejected field */
async function saveSearchWords(db: Backend, { id, version, values }: Saved): Promise<void> {
  const { typed, means, category_id: category } = values
  await row(
    db.rpc('save_search_synonym', {
      p_id: id,
      p_version: version,
      p_typed: typed,
      p_means: means,
      ...(category !== none && { p_category: category }),
    }),
  )
}

/** Adds or changes an entry; the list is read again. */
export function useSaveSearchWords() {
  const refresh = useRefresh()
  return useAppMutation({ mutationFn: saveSearchWords, onSettled: () => refresh('searchWords') })
}

async function deleteSearchWords(db: Backend, id: string): Promise<void> {
  await row(db.rpc('delete_search_synonym', { p_id: id }))
}

/** Deletes an entry, and says how it went; the list is read again. */
export function useDeleteSearchWords() {
  const refresh = useRefresh()
  const toast = useToast()
  return useAppMutation({
    mutationFn: deleteSearchWords,
    onSuccess: () => {
      toast({ title: 'Success', description: 'Entry deleted successfully.', status: 'success' })
    },
    onError: (error) => {
      console.error(error)
      const description = errorWords(error, 'Failed to delete the entry.')
      toast({ title: 'Error', description, status: 'error' })
    },
    onSettled: () => refresh('searchWords'),
  })
}
