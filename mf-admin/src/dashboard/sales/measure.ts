import { formatPence } from '@shop/pricing'
import type { Figures } from './sales-series'

/** What a chart shows. */
export const measures = ['orders', 'revenue', 'paid', 'refunded', 'customers'] as const
export type Measure = (typeof measures)[number]

export const measureLabels: Readonly<Record<Measure, string>> = {
  orders: 'Orders',
  revenue: 'Revenue',
  paid: 'Paid',
  refunded: 'Refunds',
  customers: 'New customers',
}

const isMoney: Readonly<Record<Measure, boolean>> = {
  orders: false,
  revenue: true,
  paid: true,
  refunded: true,
  customers: false,
}

/** A figure: a number, or pence. */
export function valueOf(figures: Figures, measure: Measure): number {
  switch (measure) {
    case 'orders':
      return figures.orders
    case 'customers':
      return figures.customers
    case 'revenue':
      return figures.revenuePence
    case 'paid':
      return figures.paidPence
    case 'refunded':
      return figures.refundedPence
  }
}

/** A figure in words: "1,284", "£96.40". */
export const valueText = (value: number, measure: Measure): string =>
  isMoney[measure] ? formatPence(value) : value.toLocaleString('en-GB')

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })

/** A figure for an axis: "1.3k", "£96k". */
export const axisText = (value: number, measure: Measure): string =>
  isMoney[measure] ? `£${compact.format(value / 100)}` : compact.format(value)

const percent = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** How a figure has moved since the period before, in words. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'as before' : 'none before'
  return `${percent.format((now - before) / before)} on the period before`
}
