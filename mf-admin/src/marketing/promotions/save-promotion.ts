import { row, useAppMutation, type Backend } from '@shop/supabase'
import { useRefresh } from '../../frame/staff/use-refresh'
import type { PromotionFields } from './promotion-values'

interface Saved {
  /** Undefined for a new promotion. */
  id?: string
  /** The version that was read. */
  version?: number
  fields: Partial<PromotionFields>
}

/** @throws BackendError with hint 'stale_version' if somebody else changed it, or with the name of the rejected field */
async function savePromotion(db: Backend, { id, version, fields }: Saved): Promise<void> {
  await row(db.rpc('save_promotion', { p_id: id, p_version: version, p_fields: { ...fields } }))
}

/** Adds a promotion, or changes the given fields of one; what shows it is read again. */
export function useSavePromotion() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: savePromotion,
    onSettled: () => refresh('promotions'),
  })
}
