import { queryOptions, rows } from '@shop/supabase'

/** A movement of stock, as the ledger has it. */
export interface StockMovement {
  id: number
  variantId: string | null
  kind: string
  /** The difference: more than 0 came in, less went out. */
  quantity: number
  note: string
  /** The member of staff; null for what shoppers did. */
  actor: string | null
  at: Date
}

/** Movements in one page of the ledger. */
export const ledgerPage = 25

/** Movements of a product, newest first. @param before the id of the last movement of the page before; null for the first */
export const ledgerQuery = (productId: string, before: number | null) =>
  queryOptions({
    key: ['stock-of', productId, 'ledger', before],
    queryFn: async (db, signal): Promise<StockMovement[]> => {
      const page = db
        .from('inventory_movements')
        .select('id, variant_id, kind, quantity, note, actor, created_at')
        .eq('product_id', productId)
        .order('id', { ascending: false })
        .limit(ledgerPage)
        .abortSignal(signal)
      const data = await rows(before === null ? page : page.lt('id', before))
      return data.map(({ id, variant_id, kind, quantity, note, actor, created_at }) => ({
        id,
        variantId: variant_id,
        kind,
        quantity,
        note,
        actor,
        at: new Date(created_at),
      }))
    },
  })
