import * as v from 'valibot'
declare const backlogSchema: v.ObjectSchema<
  {
    readonly email: v.ObjectSchema<
      {
        readonly waiting: v.NumberSchema<undefined>
        readonly failed: v.NumberSchema<undefined>
        readonly oldest_seconds: v.NumberSchema<undefined>
      },
      undefined
    >
    readonly refund: v.ObjectSchema<
      {
        readonly waiting: v.NumberSchema<undefined>
        readonly failed: v.NumberSchema<undefined>
        readonly oldest_seconds: v.NumberSchema<undefined>
      },
      undefined
    >
  },
  undefined
>
/** What waits for the workers, by job: how many, how many have failed for good, and the age of the oldest that waits, in seconds. */
export type JobBacklog = v.InferOutput<typeof backlogSchema>
/**
 * @param key the secret key of the backend
 * @returns a function that reads the backlog; it rejects when the backend does not answer within two seconds
 */
export declare function jobBacklogReader(url: string, key: string): () => Promise<JobBacklog>
export {}
