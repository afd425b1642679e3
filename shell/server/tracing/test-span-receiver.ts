import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'

const attributes = v.pipe(
  v.array(
    v.object({
      key: v.string(),
      value: v.object({ stringValue: v.optional(v.string()), intValue: v.optional(v.number()) }),
    }),
  ),
  v.transform((list) =>
    Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? null])),
  ),
)
const span = v.object({
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string()),
  name: v.string(),
  startTimeUnixNano: v.string(),
  endTimeUnixNano: v.string(),
  attributes,
  events: v.array(v.object({ name: v.string(), attributes })),
  status: v.object({ code: v.number() }),
})
const request = v.object({
  resourceSpans: v.array(v.object({ scopeSpans: v.array(v.object({ spans: v.array(span) })) })),
})

/** A span as it was exported; its status is 2 where it failed. */
export type ReceivedSpan = v.InferOutput<typeof span>

/** Receives spans by OTLP over HTTP, in JSON. */
export interface SpanReceiver {
  url: string
  spans(): ReceivedSpan[]
  /** All that was received, as it came. */
  text(): string
  stop(): Promise<void>
}

/** Starts a receiver on a free port. */
export async function startSpanReceiver(): Promise<SpanReceiver> {
  const bodies: string[] = []
  const server = createServer((incoming, response) => {
    text(incoming).then(
      (body) => {
        bodies.push(body)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${String(typeof address === 'object' && address?.port)}`,
    spans: () =>
      bodies.flatMap((body) =>
        v
          .parse(request, JSON.parse(body))
          .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    text: () => bodies.join('\n'),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
