import { row, useAppMutation } from '@shop/supabase'
import * as v from 'valibot'
import { useRefresh } from '../../frame/staff/use-refresh'
import type { StockUnit } from './stock-unit'

/** A change of stock by a difference, so that two people at once do not overwrite each other. */
export interface StockChange {
  unit: StockUnit
  kind: 'received' | 'adjusted'
  /** Pieces, not 0; more than 0 when received. */
  change: number
  note: string
}

/** Changes stock in the database; the result is the new stock. Its errors are BackendErrors with the field as hint. */
export function useAdjustStock() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: async (db, { unit, kind, change, note }: StockChange) =>
      v.parse(
        v.number(),
        await row(
          db.rpc('adjust_stock', {
            p_product_id: unit.productId,
            p_change: change,
            p_kind: kind,
            p_note: note,
            ...(unit.variantId !== null && { p_variant_id: unit.variantId }),
          }),
        ),
      ),
    onSettled: () => refresh('stock'),
  })
}
