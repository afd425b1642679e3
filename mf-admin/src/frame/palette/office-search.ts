import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

/** What the database knows by a text. */
export interface Found {
  kind: 'order' | 'product' | 'customer'
  /** The number of an order, the id of a product or customer. */
  id: string
  title: string
  detail: string
  /** 0 it is what was typed, 1 it starts with it, 2 it holds it. */
  score: number
}

const responseSchema = v.pipe(
  v.array(
    v.object({
      kind: v.string(),
      id: v.string(),
      title: v.string(),
      detail: v.string(),
      score: v.number(),
    }),
  ),
  // Kinds of a newer database are left out.
  v.transform((found) =>
    found.flatMap(({ kind, ...rest }): Found[] =>
      kind === 'order' || kind === 'product' || kind === 'customer' ? [{ kind, ...rest }] : [],
    ),
  ),
)

/** Characters that are looked for at most. */
export const maxLength = 100

/** Orders, products and customers of a text, the best first; only kinds that the member may see. */
export const officeSearchQuery = (text: string) =>
  queryOptions({
    key: ['office-search', text],
    queryFn: async (db, signal): Promise<Found[]> =>
      v.parse(responseSchema, await row(db.rpc('office_search', { p_text: text }).abortSignal(signal))),
  })
