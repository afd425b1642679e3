import { guestCookie, hostCookie } from '@shop/supabase'
import { randomBytes } from 'node:crypto'
import { startSpanReceiver, type ReceivedSpan } from '../../shell/server/tracing/test-span-receiver'
import { withOwnRelease } from '../bench/web/own-release'
import { buildReleases } from '../build/build'
import { command } from '../environment'
import { memberNames } from '../remotes'
import { freePort } from '@shop/local-supabase/free-port'
import { startShopProcess } from '../test/shop-process'
import { testStore } from '../test/test-store'

/** A text of the cart's page, and what stands in its place in a version that fails for one shopper in a hundred. */
const fault = [
  '"Your cart."',
  `(()=>{if(Math.random()<0.01)throw new TypeError("Cannot read properties of undefined (reading 'rate')");return"Your cart."})()`,
] as const

/** How many shoppers open their carts at once. */
const atOnce = 4

/** Opens the cart's page so many times, each time as another shopper. */
async function openCarts(site: string, shoppers: number): Promise<void> {
  let opened = 0
  const shop = async () => {
    while (opened++ < shoppers) {
      const cookie = `${hostCookie(guestCookie, site, 'node')}=session_${randomBytes(24).toString('base64url')}`
      await (await fetch(`${site}/cart`, { headers: { cookie } })).text()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, shop))
}

/** A span with its children below it, as one line each. */
function tree(spans: readonly ReceivedSpan[], { spanId, ...span }: ReceivedSpan, depth = 0): string[] {
  const ms = (Number(span.endTimeUnixNano) - Number(span.startTimeUnixNano)) / 1e6
  const { remote, version, 'http.response.status_code': status } = span.attributes
  const exception = span.events.find(({ name }) => name === 'exception')?.attributes
  const facts = [remote, version, status, exception && `failed: ${String(exception['exception.message'])}`]
  const line = `${'  '.repeat(depth)}${span.name} ${ms.toFixed(0)} ms ${facts.filter(Boolean).join(' ')}`
  const children = spans.filter(({ parentSpanId }) => parentSpanId === spanId)
  return [line.trimEnd(), ...children.flatMap((child) => tree(spans, child, depth + 1))]
}

const printed = (line: string) => {
  console.log(line)
}

// A version of one remote that fails for one shopper in a hundred, and the way from figure to trace, log line and version.
command(async () => {
  await buildReleases(testStore, memberNames, null)
  const receiver = await startSpanReceiver()
  const metricsPort = await freePort()
  const shop = await startShopProcess({
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  })
  try {
    await openCarts(shop.siteUrl, 200)
    let metrics: string[] = []
    const useIt = async () => {
      await openCarts(shop.siteUrl, 1000)
      metrics = (await (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text()).split('\n')
    }
    await withOwnRelease(shop, 'mf-cart-checkout', 'faulty', useIt, fault)
    const errors = metrics.filter((line) => line.startsWith('http_request_errors_total{'))
    const asked = metrics.filter((line) => /^http_requests_total.*route="\/cart"/.test(line))
    ;[...asked, ...errors].forEach(printed)
    const traceId = /# \{trace_id="(\w+)"\}/.exec(errors.at(-1) ?? '')?.[1]
    if (traceId === undefined) throw new Error('No figure of errors leads to a trace.')

    // Its last spans are exported when it ends.
    await shop.stop()
    const spans = receiver.spans().filter((span) => span.traceId === traceId)
    const first = spans.find(({ parentSpanId }) => !spans.some(({ spanId }) => spanId === parentSpanId))
    if (!first) throw new Error(`The trace ${traceId} was not exported.`)
    tree(spans, first).forEach(printed)
    const logged = shop
      .log()
      .split('\n')
      .filter((line) => line.includes(`"trace_id":"${traceId}"`))
    if (logged.length === 0) throw new Error(`No log line has the trace ${traceId}.`)
    logged.forEach(printed)
  } finally {
    await shop.stop()
    await receiver.stop()
  }
})
