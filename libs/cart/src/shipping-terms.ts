import { toShippingMethod, type ShippingTerms } from '@shop/pricing'
import { queryOptions, rows } from '@shop/supabase'

/** The shipping terms, read together. */
export const shippingQuery = () =>
  queryOptions({
    key: ['shipping'],
    queryFn: async (db, signal): Promise<ShippingTerms> => {
      const [zones, methods, rules] = await Promise.all([
        rows(
          db
            .from('shipping_zones')
            .select('id, name, postcodes, multiplier, position')
            .eq('is_active', true)
            .order('position')
            .order('id')
            .abortSignal(signal),
        ),
        rows(
          db
            .from('shipping_methods')
            .select(
              'id, name, description, base_price, estimated_days_min, estimated_days_max, features, sort_order',
            )
            .eq('is_active', true)
            .order('sort_order')
            .order('id')
            .abortSignal(signal),
        ),
        rows(
          db
            .from('shipping_rules')
            .select('id, name, type, priority, conditions, actions')
            .eq('is_active', true)
            .order('priority')
            .order('id')
            .abortSignal(signal),
        ),
      ])
      return { zones, rules, methods: methods.map(toShippingMethod) }
    },
  })
