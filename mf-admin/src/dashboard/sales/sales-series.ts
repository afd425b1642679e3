import type { Pence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import type { Period, Unit } from './period'
import { pence } from '../../kit/database-values'

/** Figures of a day, a week, a month or a whole period. */
export interface Figures {
  orders: number
  /** Orders of the status that counts as revenue. */
  revenuePence: Pence
  /** Payments received, net of refunds. */
  paidPence: Pence
  /** Given back in the period, to gift cards too. */
  refundedPence: Pence
  /** Customers who joined. */
  customers: number
}

/** The figures from a day on. */
export interface Bucket extends Figures {
  /** ISO date. */
  since: string
}

/** A product that sold. */
export interface TopProduct {
  productId: string
  /** Null if it has been deleted. */
  name: string | null
  units: number
  /** Before VAT, discounts and refunds. */
  pence: Pence
}

/** The figures of a period, and of the period of the same length before. */
export interface Sales {
  /** What the series is added up by. */
  unit: Unit
  series: Bucket[]
  total: Figures
  before: Figures
  topProducts: TopProduct[]
}

const figures = { orders: v.number(), revenue: pence, paid: pence, refunded: pence, customers: v.number() }

const named = ({
  revenue,
  paid,
  refunded,
  orders,
  customers,
}: v.InferOutput<v.ObjectSchema<typeof figures, undefined>>) => ({
  orders,
  customers,
  revenuePence: revenue,
  paidPence: paid,
  refundedPence: refunded,
})

const totalSchema = v.pipe(v.object(figures), v.transform(named))

const responseSchema = v.pipe(
  v.object({
    series: v.array(
      v.pipe(
        v.object({ since: v.string(), ...figures }),
        v.transform(({ since, ...rest }): Bucket => ({ since, ...named(rest) })),
      ),
    ),
    total: totalSchema,
    before: totalSchema,
    top_products: v.array(
      v.pipe(
        v.object({ product_id: v.string(), name: v.nullable(v.string()), units: v.number(), amount: pence }),
        v.transform(({ product_id: productId, name, units, amount }): TopProduct => ({
          productId,
          name,
          units,
          pence: amount,
        })),
      ),
    ),
  }),
  v.transform(({ top_products: topProducts, ...rest }) => ({ ...rest, topProducts })),
)

/** The sales of a period. Needs the right to orders. */
export const salesQuery = ({ from, to }: Period, unit: Unit) =>
  queryOptions({
    key: ['sales-series', from, to, unit],
    queryFn: async (db, signal): Promise<Sales> => ({
      unit,
      ...v.parse(
        responseSchema,
        await row(db.rpc('sales_series', { p_from: from, p_to: to, p_unit: unit }).abortSignal(signal)),
      ),
    }),
  })
