import {
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type TextMapSetter,
} from '@opentelemetry/api'
import type { IncomingHttpHeaders } from 'node:http'
import { withoutPersonalData } from './personal-data'
import type { PageFacts } from './request-facts'

// Its spans are nothing until `exportTraces` has registered an exporter.
const tracer = () => trace.getTracer('web-server')

/** What of an error may leave the server: its class, and its message without what somebody typed. */
function fail(span: Span, error: unknown): void {
  const { name, message } = error instanceof Error ? error : { name: typeof error, message: String(error) }
  span.recordException({ name, message: withoutPersonalData(message) })
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/**
 * Does a piece of work as a span, a child of the one in which it is called.
 * @param name of few different values: patterns of paths, never addresses
 * @param attributes nothing of them is personal
 */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  kind = SpanKind.INTERNAL,
): Promise<T> {
  return tracer().startActiveSpan(name, { attributes, kind }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Which page a span is about, and whose, as in logs and metrics. */
export const spanAttributes = ({ route, remote, version }: PageFacts): Attributes => ({
  'http.route': route ?? undefined,
  remote: remote ?? 'shell',
  version: version ?? undefined,
})

/** The span of a request, in the trace that its header `traceparent` names or in a new one. */
export interface RequestSpan {
  /** In which the request is answered. */
  context: Context
  /** @param attributes undefined ones are left out */
  end(name: string, attributes: Attributes & { 'http.response.status_code': number }): void
}

/** Begins the span of a request. */
export function startRequestSpan(method: string, headers: IncomingHttpHeaders): RequestSpan {
  const parent = propagation.extract(context.active(), headers)
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER }, parent)
  return {
    context: trace.setSpan(parent, span),
    end(name, attributes) {
      span.updateName(name).setAttributes(attributes)
      if (attributes['http.response.status_code'] >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** The ids by which logs and metrics lead to the current trace; none where it is not exported. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const { traceId, spanId, traceFlags } = trace.getActiveSpan()?.spanContext() ?? INVALID_SPAN_CONTEXT
  return traceFlags === TraceFlags.SAMPLED ? { trace_id: traceId, span_id: spanId } : {}
}

/** Service, table or function of an address of the backend, without what follows: ids, names of files and filters. */
const templateOf = ({ pathname }: URL): string =>
  /^\/[a-z]+\/v1\/(?:rpc\/)?[a-z_]+/.exec(pathname)?.[0] ?? '/'

const headersSetter: TextMapSetter<Headers> = {
  set(headers, name, value) {
    headers.set(name, value)
  },
}

/** A call of the backend as a span, where it is part of a trace, which its header `traceparent` continues. @param send makes the call */
export function inBackendSpan(
  url: URL,
  method: string,
  headers: Headers,
  send: () => Promise<Response>,
): Promise<Response> {
  // The workers' looks for something to do belong to no trace.
  if (!trace.getActiveSpan()) return send()
  const path = templateOf(url)
  const attributes = {
    'http.request.method': method,
    'server.address': url.hostname,
    'url.template': path,
  }
  const call = async (span: Span) => {
    propagation.inject(context.active(), headers, headersSetter)
    const response = await send()
    span.setAttribute('http.response.status_code', response.status)
    if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    return response
  }
  return inSpan(`${method} ${path}`, attributes, call, SpanKind.CLIENT)
}
