import * as v from 'valibot'
import type { ListFilter } from '../kit/list-filters'
import { choiceParam, dayParam, flagParam, pageParam, textParam } from '../kit/url-state'
import { paymentLabels, statusLabels } from './order-statuses'

/** The ways to sort the list, by their names in the URL. */
const sorts = [
  'newest',
  'date',
  '-date',
  'total',
  '-total',
  'customer',
  '-customer',
  'status',
  '-status',
] as const

/** Filters, order and page of the order list, in the URL. */
export const orderListParams = v.object({
  q: textParam(200),
  payment: choiceParam(['', 'pending', 'succeeded', 'failed', 'refunded'], ''),
  status: choiceParam(['', 'pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed'], ''),
  from: dayParam(),
  to: dayParam(),
  country: v.optional(v.pipe(v.string(), v.regex(/^([A-Z]{2})?$/)), ''),
  gift_card: flagParam(),
  unshipped: flagParam(),
  sort: choiceParam(sorts, 'newest'),
  page: pageParam(),
})

const regions = new Intl.DisplayNames('en-GB', { type: 'region' })

/** The filters of the order list. @param countries that orders went to, as two letters @param country the chosen one */
export function orderFilters(
  countries: readonly string[],
  country: string,
): ListFilter<keyof typeof orderListParams.entries>[] {
  const choices = [...new Set([...countries, ...(country ? [country] : [])])]
  const names = choices.map((code) => [code, regions.of(code) ?? code] as const)
  return [
    {
      name: 'payment',
      label: 'Payment status',
      options: { '': 'All Orders', ...paymentLabels },
      chip: 'Payment',
    },
    { name: 'status', label: 'Order status', options: { '': 'Any order status', ...statusLabels } },
    ...(countries.length > 1 || country
      ? [
          {
            name: 'country',
            label: 'Country',
            options: { '': 'Any country', ...Object.fromEntries(names) },
          } as const,
        ]
      : []),
    { from: 'from', to: 'to' },
    { name: 'unshipped', label: 'Unshipped' },
    { name: 'gift_card', label: 'Paid with a gift card' },
  ]
}
