import type { Facts, Question } from '../declaration/growth'
import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

const nobody = { by: ['stranger', 'guest'] } as const

/** A page by days: the tally of five years, and the orders of the days that the page touches, ten at most, by an index. */
const pageBound = 1_500
/** Up to 20,000 orders that may hold a text are read to find the newest 1,000. */
const searchBound = 25_000

const page = (
  { staff }: Facts,
  name: string,
  filter: Record<string, unknown>,
  { page: number = 1, bound = pageBound, sort = 'newest' } = {},
): Question => ({
  name: `office: order list, ${name}`,
  asker: staff,
  values: [JSON.stringify(filter), String(number), sort],
  bound,
  text: 'select office_orders(p_filter => $1, p_page => $2, p_sort => $3) as page',
})

const listQuestions = (facts: Facts): Question[] => {
  const search = (name: string, q: string, more: Record<string, unknown> = {}): Question =>
    page(facts, name, { q, ...more }, { bound: searchBound })
  const { number } = facts.order
  const day = `${number.slice(2, 6)}-${number.slice(6, 8)}-${number.slice(8, 10)}`
  return [
    page(facts, 'first page', {}),
    page(facts, 'page 40', {}, { page: 40 }),
    page(facts, 'page 50,000', {}, { page: 50_000 }),
    page(facts, 'the last page', {}, { page: 2_000_000_000 }),
    page(facts, 'succeeded', { payment: 'succeeded' }),
    page(facts, 'succeeded, in the middle', { payment: 'succeeded' }, { page: 40_000 }),
    page(facts, 'pending', { payment: 'pending' }),
    page(facts, 'pending, in the middle', { payment: 'pending' }, { page: 500 }),
    page(facts, 'failed', { payment: 'failed' }),
    page(facts, 'refunded, of which there are none', { payment: 'refunded' }),
    page(facts, 'of a status', { status: 'processing' }),
    page(facts, 'of a status and a payment', { status: 'shipped', payment: 'succeeded' }),
    page(facts, 'of a day', { from: day, to: day }),
    page(facts, 'of years', { from: '2000-01-01', to: '2100-01-01' }, { page: 1000 }),
    page(facts, 'of the usual country', { country: 'GB' }),
    page(facts, 'of the usual country, in the middle', { country: 'GB' }, { page: 40_000 }),
    page(facts, 'of the usual country, failed', { country: 'GB', payment: 'failed' }),
    page(facts, 'of another country', { country: 'FR' }),
    page(facts, 'with a gift card', { gift_card: true }),
    page(facts, 'unshipped', { unshipped: true }),
    page(facts, 'unshipped of a country', { unshipped: true, country: 'GB' }),
    search('by number', number),
    search('by part of a number', number.slice(2, 10)),
    search('by email', facts.buyerEmail),
    search('by the email of a guest', facts.order.email),
    search('by a frequent text', 'mail'),
    search('by a frequent text among failed', 'mail', { payment: 'failed' }),
    search('by one letter', 'a'),
    search('by two letters that nobody has', 'qz'),
    search('by three letters that nobody has', 'qzx'),
    search('by a name', 'wren.scott'),
    search('by a name, unshipped', 'wren.scott', { unshipped: true }),
    search('by nothing there is', 'nobody@nowhere'),
    search('by the name of all', 'ada buyer'),
    search('by the name of all among failed', 'ada buyer', { payment: 'failed' }),
    search('by a postcode that nobody has', 'BA1 2QH'),
    search('by the last digits', number.slice(-4)),
    ...['date', 'total', '-total', 'customer', '-customer', 'status', '-status'].map((sort) =>
      page(facts, `sorted by ${sort}`, {}, { sort }),
    ),
    page(facts, 'sorted by total, the last page', {}, { sort: 'total', page: 100 }),
    page(facts, 'failed, sorted by total', { payment: 'failed' }, { sort: 'total', bound: searchBound }),
  ]
}

/** The functions of the back office's orders, by name. */
export const officeOrdersFunctions = {
  office_orders: {
    for: 'staff',
    ...nobody,
    calls: [{ call: 'select public.office_orders()', ...staffOnly, needs: 'orders' }],
    args: {
      p_filter: rejected('{}'),
      p_page: rejected('1'),
      p_size: rejected('10'),
      p_sort: rejected('newest'),
    },
    growth: listQuestions,
  },
  start_export: {
    for: 'staff',
    ...nobody,
    calls: [{ call: "select public.start_export('orders')", ...staffOnly, needs: 'exports' }],
    args: { p_kind: rejected('"orders"'), p_filter: rejected('{}') },
  },
  export_rows: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: "select public.export_rows('00000000-0000-4000-8000-000000000000')",
        ...staffOnly,
        staff: 'PT404',
        needs: 'exports',
      },
    ],
    args: { p_export: rejected('"00000000-0000-4000-8000-000000000000"'), p_after: rejected('null') },
  },
  order_history: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: "select public.order_history('00000000-0000-4000-8000-000000000000')",
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        needs: 'orders',
        service: 'PT403',
      },
    ],
    args: { p_order: rejected('"@victimOrder@"') },
    growth: (facts) => [
      {
        name: 'office: the history of an order',
        asker: facts.staff,
        values: [facts.order.id],
        text: 'select order_history($1) as history',
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
