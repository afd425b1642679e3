import { context } from '@opentelemetry/api'
import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Log } from './log'
import { withRequestFacts, type RequestFacts } from '../tracing/request-facts'
import { spanAttributes, startRequestSpan } from '../tracing/spans'

/** A request that has been answered, or whose client has gone. */
export interface FinishedRequest extends RequestFacts {
  method: string
  status: number
  /** From its first byte to the last of the response. */
  seconds: number
}

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

// As nginx, HAProxy and the load balancers of clouds make them.
const wellFormedId = /^[\w.:-]{8,128}$/

/** The id that the proxies in front gave a request; a new one without trusted proxies. */
function requestIdOf({ headers }: IncomingMessage, trustedProxies: number): string {
  const given = headers['x-request-id']
  return trustedProxies > 0 && typeof given === 'string' && wellFormedId.test(given) ? given : randomUUID()
}

export interface ObserveRequestsOptions {
  log: Log
  /** How many proxies of our own are in front of this server. */
  trustedProxies?: number
  /** Is told of each request once it is finished, as part of its trace. */
  onFinish?: (request: FinishedRequest) => void
}

/**
 * Logs each request once it is finished: server errors as errors, overload and slowness as warnings, files and cached pages
 * for debugging only. Neither the address nor anything that was sent is logged. Each request is a span as well, and its
 * response has its id in `x-request-id`.
 */
export function observeRequests(
  listener: RequestListener,
  { log, trustedProxies = 0, onFinish }: ObserveRequestsOptions,
): RequestListener {
  return (request: IncomingMessage, response: ServerResponse<IncomingMessage> & { req: IncomingMessage }) => {
    const method = request.method ?? ''
    const facts: RequestFacts = {
      requestId: requestIdOf(request, trustedProxies),
      ...{ route: null, cache: null, releaseSet: null, remote: null, version: null },
      error: undefined,
    }
    const started = performance.now()
    const span = startRequestSpan(method, request.headers)
    const finish = () => {
      const seconds = (performance.now() - started) / 1000
      const finished = { ...facts, method, status: response.statusCode, seconds }
      onFinish?.(finished)
      const { error, seconds: _, ...known } = finished
      const line = {
        ...known,
        durationMs: Math.round(seconds * 1000),
        ...(!response.writableFinished && { aborted: true }),
        ...(error !== undefined && { err: error }),
      }
      log[levelOf(finished)](line, 'request')
      span.end(`${method} ${facts.route ?? 'none'}`, {
        'http.request.method': method,
        'http.response.status_code': response.statusCode,
        ...spanAttributes(facts),
        cache: facts.cache ?? undefined,
        release_set: facts.releaseSet ?? undefined,
      })
    }
    response.setHeader('x-request-id', facts.requestId)
    context.with(span.context, () => {
      withRequestFacts(facts, () => {
        response.once('close', AsyncResource.bind(finish))
        listener(request, response)
      })
    })
  }
}
