import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

/** What the database looks for. */
const foundKinds = ['order', 'product', 'customer', 'promotion', 'gift_card', 'zone'] as const

/** What the database knows by a text. */
export interface Found {
  kind: (typeof foundKinds)[number]
  /** The number of an order, the id of anything else. */
  id: string
  title: string
  detail: string
  /** 0 it is what was typed, 1 it starts with it, 2 it holds it. */
  score: number
}

/** Whether this release knows a kind, which a newer database may not. */
export const isFoundKind = (kind: string): kind is Found['kind'] => foundKinds.some((known) => known === kind)

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
    found.flatMap(({ kind, ...rest }): Found[] => (isFoundKind(kind) ? [{ kind, ...rest }] : [])),
  ),
)

/** Characters that are looked for at most. */
export const maxLength = 100

/** Orders, products, customers, promotions, gift cards and delivery zones of a text, the best first; only kinds that the member may see. */
export const officeSearchQuery = (text: string) =>
  queryOptions({
    key: ['office-search', text],
    queryFn: async (db, signal): Promise<Found[]> =>
      v.parse(responseSchema, await row(db.rpc('office_search', { p_text: text }).abortSignal(signal))),
  })
