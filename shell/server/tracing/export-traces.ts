import { diag, DiagLogLevel } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { setTimeout as sleep } from 'node:timers/promises'

const warnEveryMs = 60_000
const lastExportMs = 2000

/**
 * From now on exports the spans of this process by OTLP, as the variables of OpenTelemetry say (`OTEL_EXPORTER_OTLP_ENDPOINT`,
 * `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` and others). Imported only where there is an endpoint, since its packages are large.
 * @param warn is told at most once a minute that spans could not be exported
 * @returns ends it: exports the last spans, for two seconds at most
 */
export function exportTraces(warn: (message: string) => void): () => Promise<void> {
  let warnedAt = -Infinity
  const fail = (message: string) => {
    if (performance.now() - warnedAt < warnEveryMs) return
    warnedAt = performance.now()
    warn(`Traces cannot be exported to OTEL_EXPORTER_OTLP_ENDPOINT: ${message.slice(0, 300)}`)
  }
  const ignore = () => undefined
  diag.setLogger(
    { error: fail, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR },
  )
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'web-server' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  // Without baggage, which a client may fill with anything.
  provider.register({ propagator: new W3CTraceContextPropagator() })
  return async () => {
    await Promise.race([provider.shutdown(), sleep(lastExportMs)])
  }
}
