import type { Facts, Place, Question } from '../declaration/growth'
import { frequentName } from '../declaration/vocabulary'

/** What a search of orders or customers may touch at any size: a stretch of the newest and 1,000 candidates. */
const searchBound = 1_500

type Named = Record<string, string | null>

/** Searches of orders and customers, by words of every frequency. */
export function officeSearches({ staff, ...facts }: Facts): Question[] {
  const call = (subject: string, list: string, name: string, given: Named, bound?: number): Question => ({
    name: `office: ${list}, ${name}`,
    asker: staff,
    values: Object.values(given),
    bound,
    text: `select * from ${subject}(${Object.keys(given)
      .map((key, place) => `${key} => $${String(place + 1)}`)
      .join(', ')})`,
  })
  const after = ({ at, id }: Place): Named => ({ p_before: at, p_before_id: id })
  const orders = (name: string, given: Named): Question => call('search_orders', 'orders', name, given)
  const found = (name: string, p_query: string, more: Named = {}): Question =>
    call('search_orders', 'orders', name, { p_query, ...more }, searchBound)
  const customers = (name: string, given: Named): Question =>
    call('search_customers', 'customers', name, given)
  const people = (name: string, p_query: string, more: Named = {}): Question =>
    call('search_customers', 'customers', name, { p_query, ...more }, searchBound)
  return [
    orders('first page', {}),
    orders('next page', after(facts.orders)),
    orders('succeeded', { p_payment_status: 'succeeded' }),
    orders('succeeded, next page', { p_payment_status: 'succeeded', ...after(facts.orders) }),
    orders('pending', { p_payment_status: 'pending' }),
    orders('pending, next page', { p_payment_status: 'pending', ...after(facts.payments) }),
    orders('refunded, of which there are none', { p_payment_status: 'refunded' }),
    found('by number', facts.order.number),
    found('by part of a number', facts.order.number.slice(2, 10)),
    found('by email', facts.buyerEmail),
    found('by the email of a guest', facts.order.email),
    found('by a frequent text', 'mail'),
    found('by a frequent text, next page', 'mail', after(facts.orders)),
    found('by a frequent text among failed', 'mail', { p_payment_status: 'failed' }),
    found('by one letter', 'a'),
    found('by two letters that nobody has', 'qz'),
    found('by three letters that nobody has', 'qzx'),
    found('by a name', 'wren.scott'),
    found('by nothing there is', 'nobody@nowhere'),
    customers('first page', {}),
    customers('next page', after(facts.customers)),
    people('by email', facts.buyerEmail),
    people('by a frequent name', frequentName),
    people('by a frequent name, next page', frequentName, after(facts.customers)),
    people('by a frequent text', 'mail'),
    people('by one letter', 'a'),
    people('by two letters that nobody has', 'qz'),
    people('by three letters that nobody has', 'qzx'),
    people('by nothing there is', 'nobody@nowhere'),
  ]
}
