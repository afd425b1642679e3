import { toPounds } from '@shop/pricing'
import type { ShippingExplanation } from '@shop/pricing/explain-shipping'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

const explanationSchema = v.object({
  zone: v.nullable(
    v.object({
      id: v.string(),
      by: v.picklist(['district', 'area', 'first']),
      prefix: v.nullable(v.string()),
    }),
  ),
  methods: v.array(
    v.object({
      method: v.string(),
      pence: v.nullable(v.number()),
      rejected: v.nullable(v.picklist(['zone', 'restriction', 'mistake'])),
      base: v.nullable(v.string()),
      rules: v.array(
        v.object({
          id: v.string(),
          unmet: v.array(v.string()),
          steps: v.array(v.object({ action: v.string(), price: v.string() })),
        }),
      ),
    }),
  ),
})

/** The database's own explanation of the prices of a parcel, by what is saved. */
export const explanationQuery = (parcel: { subtotalPence: number; postcode: string; country: string }) =>
  queryOptions({
    key: ['shipping-explanation', String(parcel.subtotalPence), parcel.postcode, parcel.country],
    queryFn: async (db, signal): Promise<ShippingExplanation> =>
      v.parse(
        explanationSchema,
        await row(
          db
            .rpc('explain_shipping', {
              p_subtotal: toPounds(parcel.subtotalPence),
              p_postcode: parcel.postcode,
              p_country: parcel.country,
            })
            .abortSignal(signal),
        ),
      ),
  })

/** Whether two explanations say the same. */
export const sameExplanation = (one: ShippingExplanation, other: ShippingExplanation): boolean =>
  JSON.stringify(v.parse(explanationSchema, one)) === JSON.stringify(v.parse(explanationSchema, other))
