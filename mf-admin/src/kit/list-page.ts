import { counted } from '@shop/pricing'
import * as v from 'valibot'

/** One page of a list. */
export interface ListPage<Row> {
  rows: Row[]
  total: number
  /** False if there are more than `total`. */
  exact: boolean
  page: number
  pages: number
}

/** What the database answers for one page of a list. @param row the schema of a row */
export const pageEntries = <Row extends v.GenericSchema>(row: Row) => ({
  rows: v.array(row),
  total: v.number(),
  exact: v.boolean(),
  page: v.number(),
  pages: v.number(),
})

type Counted = Pick<ListPage<unknown>, 'total' | 'exact'> | undefined

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
