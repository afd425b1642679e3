import { queryOptions, row, useAppMutation } from '@shop/supabase'
import * as v from 'valibot'
import { useRefresh } from '../../frame/staff/use-refresh'
import { timestamp } from '../../kit/database-values'
import { ask } from './composition'

const count = v.object({ n: v.number(), failures: v.number() })
const counts = v.object({ document: count, file: count, load: count, pace: count })

const schema = v.nullable(
  v.object({
    id: v.number(),
    live: v.string(),
    candidate: v.string(),
    /** In percent of visitors. */
    share: v.number(),
    by_hand: v.boolean(),
    since: timestamp,
    counts: v.object({ candidate: counts, live: counts }),
    verdict: v.object({ does: v.picklist(['stop', 'wait', 'advance']), why: v.string() }),
  }),
)

/** The canary that runs, and what was counted of both sets since it has its share. */
export type Canary = v.InferOutput<typeof schema>

/** How many were counted of a set, and how many of them failed. */
export type Count = v.InferOutput<typeof count>

/** The canary that runs; null without one. Needs the right 'releases'. */
export const canaryQuery = queryOptions({
  key: ['canary'],
  queryFn: async (db, signal) => v.parse(schema, await ask(db, '/composition/canary', { signal })),
})

interface Start {
  name: string
  version: string
  /** The set that is live. */
  live: string
  /** In percent of visitors. */
  share: number
  /** It is advanced by hand alone. */
  byHand: boolean
  why: string
}

/** Gives a share of visitors another version of a member. Throws a BackendError with the reason when nothing was changed. */
export function useStartCanary() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: (db, start: Start) =>
      ask(db, '/composition/canary', { method: 'POST', body: JSON.stringify(start) }),
    onSettled: () => refresh('releases'),
  })
}

interface Change {
  id: number
  /** As it was seen. */
  share: number
  why: string
}

/** Gives a canary its next share. Throws a BackendError with the reason when nothing was changed. */
export function useAdvanceCanary() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: async (db, { id, share, why }: Change) => {
      await row(db.rpc('advance_canary_as_staff', { p_canary: id, p_share: share, p_why: why }))
    },
    onSettled: () => refresh('releases'),
  })
}

/** Gives everybody the live set again. Throws a BackendError with the reason when nothing was changed. */
export function useStopCanary() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: async (db, { id, why }: Change) => {
      await row(db.rpc('stop_canary_as_staff', { p_canary: id, p_why: why }))
    },
    onSettled: () => refresh('releases'),
  })
}
