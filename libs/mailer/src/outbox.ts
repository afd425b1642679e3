import { parseSettings, type Settings } from '@shop/settings'
import * as v from 'valibot'
import { reasonOf } from './transport'

const mailSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  kind: v.string(),
  recipient: v.string(),
  data: v.unknown(),
  created_at: v.string(),
})

const settledSchema = v.nullable(v.picklist(['sent', 'pending', 'failed']))
/** The result for an email: to be retried, or final; null if it was already settled. */
type Settled = v.InferOutput<typeof settledSchema>

/** One row of `email_outbox`, leased for two minutes. */
export type OutboxMail = v.InferOutput<typeof mailSchema>

/** The backend as the mailer sees it. Every call throws BackendError. */
export interface Outbox {
  /** Emails that are due, each leased to this caller alone. */
  claim(limit: number): Promise<OutboxMail[]>
  /**
   * @param error null: sent; otherwise why not
   * @param subject the one that it was composed with; null if it could not be composed
   */
  settle(id: string, error: string | null, subject: string | null): Promise<Settled>
  /** The sender of the emails. */
  business(): Promise<Settings['business']>
  /** Deletes expired rows. */
  sweep(): Promise<void>
  /**
   * Deletes uploaded pictures that nothing shows, among the next stored files.
   * @param after the file to go on after; null for the first
   * @returns where the next call goes on; null at the end
   */
  sweepPictures(after: string | null): Promise<string | null>
}

const unreferencedSchema = v.object({
  after: v.nullable(v.string()),
  pictures: v.array(v.object({ bucket: v.string(), name: v.string() })),
})
// A bucket's files are deleted in one request; this many rows are read per minute.
const filesAtOnce = 500

/** A failed request to the backend. */
export class BackendError extends Error {
  constructor(
    message: string,
    /** Whether a retry may succeed: no response, or a temporary error. */
    readonly retryable: boolean,
  ) {
    super(message)
  }
}

const timeoutMs = 15_000

/**
 * The outbox through PostgREST, so that it works with any Supabase.
 * @param url address of the Supabase
 * @param secretKey its secret (or service role) key
 * @param fetchBackend reaches it
 */
export function openOutbox(url: string, secretKey: string, fetchBackend: typeof fetch): Outbox {
  const headers = {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
    'content-type': 'application/json',
  }

  const ask = async <S extends v.GenericSchema>(
    path: string,
    schema: S,
    body?: object,
    method = body ? 'POST' : 'GET',
  ): Promise<v.InferOutput<S>> => {
    const signal = AbortSignal.timeout(timeoutMs)
    let status: number
    let text: string
    try {
      const response = await fetchBackend(`${url}/${path}`, {
        method,
        headers,
        signal,
        ...(body && { body: JSON.stringify(body) }),
      })
      status = response.status
      text = await response.text()
    } catch (error) {
      throw new BackendError(`no answer: ${reasonOf(error)}`, true)
    }
    if (status >= 400)
      throw new BackendError(
        `${path} answers ${String(status)} ${reasonOf(text).slice(0, 200)}`,
        status >= 500 || status === 408 || status === 429,
      )
    const parsed = v.safeParse(
      v.pipe(
        v.string(),
        v.transform((parsed) => (parsed === '' ? 'null' : parsed)),
        v.parseJson(),
        schema,
      ),
      text,
    )
    if (!parsed.success) throw new BackendError(`${path} answers something else than expected`, false)
    return parsed.output
  }

  return {
    claim: (limit) => ask('rest/v1/rpc/claim_mail', v.array(mailSchema), { p_limit: limit }),
    settle: (id, error, subject) =>
      ask('rest/v1/rpc/settle_mail', settledSchema, { p_id: id, p_error: error, p_subject: subject }),
    business: async () =>
      parseSettings(
        await ask(
          'rest/v1/shop_settings?select=key,value',
          v.array(v.object({ key: v.string(), value: v.unknown() })),
        ),
      ).business,
    sweep: async () => {
      await ask('rest/v1/rpc/sweep', v.unknown(), {})
    },
    sweepPictures: async (after) => {
      const found = await ask('rest/v1/rpc/unreferenced_pictures', unreferencedSchema, {
        p_after: after,
        p_limit: filesAtOnce,
      })
      // By the Storage API: deleting rows would leave the bytes.
      for (const bucket of new Set(found.pictures.map((picture) => picture.bucket))) {
        const prefixes = found.pictures.filter((picture) => picture.bucket === bucket).map(({ name }) => name)
        await ask(`storage/v1/object/${encodeURIComponent(bucket)}`, v.unknown(), { prefixes }, 'DELETE')
      }
      return found.after
    },
  }
}
