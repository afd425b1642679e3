import { maybeRow, queryOptions, row, rows, useAppMutation, type Backend } from '@shop/supabase'
import { useRefresh } from '../../../frame/staff/use-refresh'

/** A product or a category to choose. */
export interface Choice {
  id: string
  name: string
}

/** A product or a category with what goes with it, best first. */
export interface Together extends Choice {
  chosen: Choice[]
}

/** The most that can be chosen for one. */
export const maxCompanions = 12

/** A product with what staff chose for it; null if there is no such product. Staff only. */
export const productCompanionsQuery = (id: string) =>
  queryOptions({
    key: ['product-companions', id],
    queryFn: async (db, signal): Promise<Together | null> => {
      const found = await maybeRow(
        db
          .from('products')
          .select(
            'id, name, chosen:product_relations!product_relations_product_id_fkey(companion:products!product_relations_companion_id_fkey(id, name))',
          )
          .eq('id', id)
          .order('place', { referencedTable: 'chosen' })
          .abortSignal(signal)
          .maybeSingle(),
      )
      return found && { ...found, chosen: found.chosen.map(({ companion }) => companion) }
    },
  })

/** The active categories by name, each with its pairs. Staff only. */
export const categoryCompanionsQuery = queryOptions({
  key: ['category-companions'],
  queryFn: async (db, signal): Promise<Together[]> => {
    const found = await rows(
      db
        .from('categories')
        .select(
          'id, name, chosen:category_relations!category_relations_category_id_fkey(companion:categories!category_relations_companion_id_fkey(id, name))',
        )
        .eq('is_active', true)
        .order('name')
        .order('id')
        .order('place', { referencedTable: 'chosen' })
        .abortSignal(signal),
    )
    return found.map(({ chosen, ...category }) => ({
      ...category,
      chosen: chosen.map(({ companion }) => companion),
    }))
  },
})

interface Saving {
  of: 'product' | 'category'
  /** As it was read. */
  before: Together
  /** Ids in their new order. */
  companions: string[]
}

/** @throws BackendError with hint 'stale_version' if somebody else changed the list */
async function saveCompanions(db: Backend, { of, before, companions }: Saving): Promise<void> {
  const lists = { p_companions: companions, p_before: before.chosen.map(({ id }) => id) }
  await row(
    of === 'product'
      ? db.rpc('save_companions', { p_product_id: before.id, ...lists })
      : db.rpc('save_category_companions', { p_category_id: before.id, ...lists }),
  )
}

/** Saves what goes with a product or a category; the lists are read again. */
export function useSaveCompanions() {
  const refresh = useRefresh()
  return useAppMutation({ mutationFn: saveCompanions, onSettled: () => refresh('companions') })
}
