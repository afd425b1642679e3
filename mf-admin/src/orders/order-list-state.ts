import * as v from 'valibot'
import { choiceParam, flagParam, pageParam, textParam } from '../kit/url-state'
import type { OrderFilter } from './list-orders'

const isDay = (text: string) =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

const dayParam = () =>
  v.optional(v.union([v.literal(''), v.pipe(v.string(), v.isoDate(), v.check(isDay))]), '')

/** Filters and page of the order list, in the URL. */
export const orderListParams = v.object({
  q: textParam(200),
  payment: choiceParam(['', 'pending', 'succeeded', 'failed', 'refunded'], ''),
  status: choiceParam(['', 'pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed'], ''),
  from: dayParam(),
  to: dayParam(),
  country: v.optional(v.pipe(v.string(), v.regex(/^([A-Z]{2})?$/)), ''),
  gift_card: flagParam(),
  unshipped: flagParam(),
  page: pageParam(),
})

/** The state of the list as the URL describes it. */
export type OrderListState = v.InferOutput<typeof orderListParams>

/** The filter for the database. */
export function filterOf(state: OrderListState): OrderFilter {
  return {
    ...(state.q && { q: state.q }),
    ...(state.payment && { payment: state.payment }),
    ...(state.status && { status: state.status }),
    ...(state.from && { from: state.from }),
    ...(state.to && { to: state.to }),
    ...(state.country && { country: state.country }),
    ...(state.gift_card && { gift_card: 'true' as const }),
    ...(state.unshipped && { unshipped: 'true' as const }),
  }
}

/** No filter at all. */
export const noFilter = {
  q: '',
  payment: '',
  status: '',
  from: '',
  to: '',
  country: '',
  gift_card: false,
  unshipped: false,
} as const satisfies Partial<OrderListState>
