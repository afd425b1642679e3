import { queryOptions, rows, type AppQuery } from '@shop/supabase'

/** A shipping method as the product page tells of it; days are business days. */
export interface DeliveryMethod {
  name: string
  daysMin: number
  daysMax: number
}

/** The active shipping methods in the shop's order: the first is the one that the checkout offers first. */
export function deliveryMethodsQuery(): AppQuery<DeliveryMethod[]> {
  return queryOptions({
    key: ['shipping', 'days'],
    queryFn: async (db, signal) => {
      const data = await rows(
        db
          .from('shipping_methods')
          .select('name, estimated_days_min, estimated_days_max')
          .eq('is_active', true)
          .order('sort_order')
          .order('id')
          .limit(20)
          .abortSignal(signal),
      )
      return data.map((method) => ({
        name: method.name,
        daysMin: method.estimated_days_min,
        daysMax: method.estimated_days_max,
      }))
    },
  })
}
