import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

const sessions = v.array(
  v.object({
    id: v.string(),
    created_at: v.string(),
    seen_at: v.string(),
    user_agent: v.nullable(v.string()),
    is_current: v.boolean(),
  }),
)

/** A device that is signed in, as the provider knows it. Times are ISO. */
export type DeviceSession = v.InferOutput<typeof sessions>[number]

/** @param userId keys the cache, so that accounts never mix */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    key: ['sessions', userId],
    queryFn: async (db, signal) => v.parse(sessions, await row(db.rpc('my_sessions').abortSignal(signal))),
  })

/** Signs out on one device. @throws BackendError */
export async function endSession(db: Backend, id: string): Promise<void> {
  await row(db.rpc('end_session', { p_id: id }))
}
