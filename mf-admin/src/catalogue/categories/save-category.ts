import { row, useAppMutation, type Backend } from '@shop/supabase'
import { useRefresh } from '../../frame/staff/use-refresh'

/** The saved fields of a category, by column. A slug of null is derived from the name. */
export interface CategoryFields {
  name: string
  slug: string | null
  description: string | null
  image_url: string | null
  image_alt: string
  seo_title: string | null
  seo_description: string | null
  is_active: boolean
}

interface Saved {
  /** Undefined for a new category. */
  id?: string
  /** The version that was read. */
  version?: number
  fields: CategoryFields
}

/** @throws BackendError with hint 'stale_version' if somebody else changed it, or with the name of the rejected field */
async function saveCategory(db: Backend, { id, version, fields }: Saved): Promise<void> {
  await row(db.rpc('save_category', { p_id: id, p_version: version, p_fields: { ...fields } }))
}

/** Adds or changes a category; the list is read again. */
export function useSaveCategory() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: saveCategory,
    onSettled: () => refresh('categories'),
  })
}
