import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Log } from './log'

/** What is known of a request beside its method, status and duration. Nothing of it tells who sent it. */
export interface RequestFacts {
  /** Pattern of its path, such as `/products/:productSlug`; null where nothing serves it. */
  route: string | null
  /** Whether its page came from the cache; null for what is not cached. */
  cache: 'hit' | 'miss' | null
  /** Id of the release set that answered. */
  releaseSet: string | null
  /** The remote whose page it is, and its version. */
  remote: string | null
  version: string | null
  /** What went wrong. */
  error: unknown
}

/** Which page it is, and whose. */
export type PageFacts = Pick<RequestFacts, 'route' | 'remote' | 'version'>

/** A request that has been answered, or whose client has gone. */
export interface FinishedRequest extends RequestFacts {
  method: string
  status: number
  /** From its first byte to the last of the response. */
  seconds: number
}

const current = new AsyncLocalStorage<RequestFacts>()

/** Notes facts about the request that is being answered; without one it does nothing. */
export function describeRequest(facts: Partial<RequestFacts>): void {
  const known = current.getStore()
  if (known) Object.assign(known, facts)
}

/** What is known so far of the request that is being answered. */
export const requestFacts = (): Readonly<RequestFacts> | undefined => current.getStore()

/** Longer than this a request is slow, in seconds. */
const slowSeconds = 1

const quiet = /^\/(?:releases|media|fonts|livez|readyz|healthz)\b/

function levelOf({ status, seconds, route, cache, error }: FinishedRequest): keyof Log {
  if (route === '/readyz') return 'debug'
  if (status === 503) return 'warn'
  if (status >= 500) return 'error'
  if (seconds > slowSeconds || error !== undefined) return 'warn'
  return cache === 'hit' || quiet.test(route ?? '') ? 'debug' : 'info'
}

/**
 * Logs each request once it is finished: server errors as errors, overload and slowness as warnings, files and cached pages
 * for debugging only. Neither the address nor anything that was sent is logged.
 * @param onFinish is told of each request as well
 */
export function observeRequests(
  listener: RequestListener,
  log: Log,
  onFinish?: (request: FinishedRequest) => void,
): RequestListener {
  return (request: IncomingMessage, response: ServerResponse<IncomingMessage> & { req: IncomingMessage }) => {
    const facts: RequestFacts = {
      ...{ route: null, cache: null, releaseSet: null, remote: null, version: null },
      error: undefined,
    }
    const started = performance.now()
    response.once('close', () => {
      const seconds = (performance.now() - started) / 1000
      const finished = { ...facts, method: request.method ?? '', status: response.statusCode, seconds }
      onFinish?.(finished)
      const { error, seconds: _, ...known } = finished
      const line = {
        requestId: randomUUID(),
        ...known,
        durationMs: Math.round(seconds * 1000),
        ...(!response.writableFinished && { aborted: true }),
        ...(error !== undefined && { err: error }),
      }
      log[levelOf(finished)](line, 'request')
    })
    current.run(facts, () => {
      listener(request, response)
    })
  }
}
