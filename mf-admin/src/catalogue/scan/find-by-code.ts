import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { stockUnitSchema } from '../stock/stock-unit'

const responseSchema = v.nullable(v.object({ units: v.array(stockUnitSchema) }))

/** The units that a code names, none for an unknown one: by barcode, else SKU, else address. Staff only. */
export const findByCodeQuery = (code: string) =>
  queryOptions({
    key: ['find-by-code', code],
    queryFn: async (db, signal) => {
      const response = v.parse(
        responseSchema,
        await row(db.rpc('find_by_code', { p_code: code }).abortSignal(signal)),
      )
      return response?.units ?? []
    },
  })
