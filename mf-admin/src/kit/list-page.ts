import { counted } from '@shop/pricing'
import * as v from 'valibot'

/** What the database answers for one page of a list. @param row the schema of a row */
export const pageEntries = <Row extends v.GenericSchema>(row: Row) => ({
  rows: v.array(row),
  total: v.number(),
  exact: v.boolean(),
  page: v.number(),
  pages: v.number(),
})

/** How many a list has; not exact if there are more than `total`. */
type Counted = { total: number; exact: boolean } | undefined

/** "27 messages", "More than 1,000 messages", or 'Loading'. */
export function countOf(data: Counted, one: string, other = `${one}s`): string {
  if (!data) return 'Loading'
  return `${data.exact ? '' : 'More than '}${counted(data.total, one, other)}`
}

/** "27 approved", "More than 1,000 approved", or 'Loading'. @param label of the state that is listed */
export function countIn(data: Counted, label: string): string {
  if (!data) return 'Loading'
  return `${data.exact ? '' : 'More than '}${data.total.toLocaleString('en-GB')} ${label.toLowerCase()}`
}
