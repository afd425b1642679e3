import { errorMessage } from '../error-message'

/** Options of the purge, whose defaults are for production. */
export interface PurgeOptions {
  /** Where a CDN is told what to forget. */
  url: string
  /** Sent as a bearer token; null sends none. */
  token: string | null
  warn: (message: string) => void
  /** How long tags are gathered before they are sent, in milliseconds: one import changes a thousand products. */
  gatherMs?: number
  /** Pauses before another try, in milliseconds. */
  retryMs?: readonly number[]
}

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/**
 * Tells a CDN to forget pages by their tags: a POST with `{"tags": […]}`, and the tags in `surrogate-key` as well.
 * @returns takes tags and returns at once; a call that fails is tried again, then warned of
 */
export function cdnPurge(options: PurgeOptions): (...tags: string[]) => void {
  const { url, token, warn, gatherMs = 1000, retryMs = [1000, 5000, 30_000] } = options
  let gathered: Set<string> | null = null

  const post = async (tags: string[]): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'surrogate-key': tags.join(' '),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ tags }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`it answered ${String(response.status)}`)
  }

  const send = async (tags: string[]): Promise<void> => {
    for (const pause of [...retryMs, null]) {
      try {
        return await post(tags)
      } catch (error) {
        const why = errorMessage(error)
        if (pause === null) warn(`The CDN was not told to forget ${tags.join(', ')}: ${why}`)
        else await wait(pause)
      }
    }
  }

  return (...tags) => {
    if (gathered) {
      for (const tag of tags) gathered.add(tag)
      return
    }
    const mine = (gathered = new Set(tags))
    void wait(gatherMs).then(() => {
      gathered = null
      return send([...mine])
    })
  }
}
