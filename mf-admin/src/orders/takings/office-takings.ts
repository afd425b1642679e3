import type { Pence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import type { Days } from './days'
import { pence } from '../../kit/database-values'

const sumSchema = v.object({
  /** How many. */
  count: v.number(),
  /** Goods without VAT, after discounts. */
  net: pence,
  tax: pence,
  delivery: pence,
  total: pence,
})

const takingsSchema = v.pipe(
  v.object({
    sales: sumSchema,
    refunds: sumSchema,
    means: v.array(v.object({ means: v.string(), sales: pence, refunds: pence })),
    rates: v.array(
      v.object({
        vat_rate: v.number(),
        net: pence,
        tax: pence,
        refunded_net: pence,
        refunded_tax: pence,
      }),
    ),
  }),
  v.transform(({ rates, ...takings }) => ({
    ...takings,
    rates: rates.map(({ vat_rate: rate, net, tax, refunded_net, refunded_tax }) => ({
      rate,
      net,
      tax,
      refundedNet: refunded_net,
      refundedTax: refunded_tax,
    })),
  })),
)

/** What was taken and what went back in a period, by means of payment and by rate of VAT (0.2 is 20 %), in pence. */
export type Takings = v.InferOutput<typeof takingsSchema>

const meansLabels: Readonly<Record<string, string>> = {
  stripe: 'Card (Stripe)',
  simulated: 'Card (simulated)',
  unknown: 'Card (provider not known)',
  gift_card: 'Gift card',
  exchange: 'Exchanged goods',
  other: 'Other means, such as a bank transfer',
  hand: 'By hand',
}

/** A means of payment in words. */
export const meansLabel = (means: string): string => meansLabels[means] ?? means

/** What is left of sales after refunds. */
export const left = (sales: Pence, refunds: Pence): Pence => sales - refunds

/** What the keys of all queries about takings start with. */
export const takingsKey = ['office-takings']

/** The takings of some days in London, a year at most. Needs the right to orders. */
export const takingsQuery = ({ from, to }: Days) =>
  queryOptions({
    key: [...takingsKey, from, to],
    queryFn: async (db, signal): Promise<Takings> =>
      v.parse(
        takingsSchema,
        await row(db.rpc('office_takings', { p_from: from, p_to: to }).abortSignal(signal)),
      ),
  })
