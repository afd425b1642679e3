import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

const queue = v.object({ waiting: v.number(), failed: v.number(), oldest_seconds: v.number() })
const backlogSchema = v.object({ email: queue, refund: queue })

/** What waits for the workers, by job: how many, how many have failed for good, and the age of the oldest that waits, in seconds. */
export type JobBacklog = v.InferOutput<typeof backlogSchema>

const timeoutMs = 2000

/** @throws BackendError when the backend does not answer within two seconds. @param db with the rights of the service */
export const readJobBacklog = async (db: Backend): Promise<JobBacklog> =>
  v.parse(backlogSchema, await row(db.rpc('job_backlog').abortSignal(AbortSignal.timeout(timeoutMs))))
