import { ensureQuery, useAppMutation, useDataContext } from '@shop/supabase'
import { searchUnitsQuery } from '../../catalogue/labels/read-units'
import { findByCodeQuery } from '../../catalogue/scan/find-by-code'
import type { StockUnit } from '../../catalogue/stock/stock-unit'

interface FoundUnits {
  units: StockUnit[]
  /** By a barcode, a SKU or a product's address. */
  byCode: boolean
}

/** Finds what is sold by a scanned code, else by name. */
export function useFindUnits() {
  const data = useDataContext()
  return useAppMutation({
    mutationFn: async (_db, text: string): Promise<FoundUnits> => {
      const coded = await ensureQuery(data, findByCodeQuery(text))
      if (coded.length > 0) return { units: coded, byCode: true }
      return { units: await ensureQuery(data, searchUnitsQuery(text)), byCode: false }
    },
  })
}
