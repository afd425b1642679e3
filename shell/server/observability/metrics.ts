import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type OpenMetricsContentType,
} from 'prom-client'
import { createServer } from 'node:http'
import type { PartState } from '../health'
import type { Vitals } from './vitals'
import type { LiveReleaseSet } from '../releases/live-releases'
import type { BrowserReport } from './browser-reports'
import type { JobBacklog } from './job-backlog'
import type { FinishedRequest } from './requests'
import { setVersions } from './set-versions'
import { traceIds } from '../tracing/spans'

/** What metrics are made of. */
export interface MetricsSources {
  releases: Pick<LiveReleaseSet, 'current' | 'problem'>
  vitals: Pick<Vitals, 'rows'>
  /** The state of realtime, mailer and refunds. */
  parts: () => Readonly<Record<string, PartState>>
  /** What waits for the workers; null without the key of the service. */
  backlog: (() => Promise<JobBacklog>) | null
}

/** The metrics of a web server. */
export interface Metrics {
  observe(request: FinishedRequest): void
  observeReport(report: BrowserReport): void
  /** In the format OpenMetrics. */
  text(): Promise<string>
}

/** What leads from a figure to the trace that it was last counted in; undefined without one. */
function exemplar(): { trace_id: string } | undefined {
  const { trace_id } = traceIds()
  return trace_id === undefined ? undefined : { trace_id }
}

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** Metrics in the names and units of Prometheus: seconds, and totals. Labels hold patterns of paths, never addresses. */
export function createMetrics({ releases, vitals, parts, backlog }: MetricsSources): Metrics {
  // OpenMetrics, since only it leads from a figure to a trace, by exemplars.
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter<string>({
    name: 'http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'status', 'remote', 'version', 'cache'],
    enableExemplars: true,
    registers,
  })
  const errors = new Counter<string>({
    name: 'http_request_errors_total',
    help: 'Requests in which something failed: they were answered with an error, or their page was left to the browser.',
    labelNames: ['route', 'remote', 'version'],
    enableExemplars: true,
    registers,
  })
  const durations = new Histogram<string>({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its response.',
    labelNames: ['route', 'remote', 'version'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    enableExemplars: true,
    registers,
  })
  const reports = new Counter<string>({
    name: 'browser_reports_total',
    help: 'Errors, failed loads and violations of policies that browsers have reported. Anybody can send reports.',
    labelNames: ['kind', 'route', 'remote', 'version'],
    enableExemplars: true,
    registers,
  })
  const set = new Gauge({
    name: 'release_set_info',
    help: 'Members of the release set that this server serves.',
    labelNames: ['release_set', 'member', 'version'],
    registers: [],
    async collect() {
      this.reset()
      const current = await releases.current()
      for (const [member, version] of Object.entries(setVersions(current)))
        this.set({ release_set: current.id, member, version }, 1)
    },
  })
  const rejected = new Gauge({
    name: 'release_set_rejected',
    help: '1 while the set that should be live cannot be served.',
    registers: [],
    collect() {
      this.set(releases.problem() ? 1 : 0)
    },
  })
  const up = new Gauge({
    name: 'part_up',
    help: '1 while realtime, mailer or refunds work, 0 while they do not.',
    labelNames: ['part'],
    registers: [],
    collect() {
      for (const [part, state] of Object.entries(parts()))
        if (state !== 'off') this.set({ part }, state === 'up' ? 1 : 0)
    },
  })
  const speed = new Gauge({
    name: 'web_vitals_p75',
    help: 'The 75th percentile of what browsers measured; CLS is a score, the others are in milliseconds.',
    labelNames: ['remote', 'version', 'route', 'metric'],
    registers: [],
    collect() {
      this.reset()
      for (const { remote, version, route, metric, p75 } of vitals.rows())
        this.set({ remote, version, route, metric }, p75)
    },
  })
  const failed = new Gauge({
    name: 'jobs_failed',
    help: 'Emails and refunds that have failed for good, counted up to 1,000.',
    labelNames: ['job'],
    registers: [],
  })
  const oldest = new Gauge({
    name: 'job_oldest_age_seconds',
    help: 'Age of the oldest email or refund that waits; 0 when none does.',
    labelNames: ['job'],
    registers: [],
  })
  const waiting = new Gauge({
    name: 'jobs_waiting',
    help: 'Emails and refunds that wait for a worker, counted up to 1,000; absent while the database does not answer.',
    labelNames: ['job'],
    registers: [],
  })
  const readBacklog = async () => {
    for (const gauge of [waiting, failed, oldest]) gauge.reset()
    const read = await backlog?.().catch(() => null)
    for (const [job, queue] of Object.entries(read ?? {})) {
      waiting.set({ job }, queue.waiting)
      failed.set({ job }, queue.failed)
      oldest.set({ job }, queue.oldest_seconds)
    }
  }
  for (const gauge of [set, rejected, up, speed, waiting, failed, oldest]) registry.registerMetric(gauge)
  return {
    observe({ method, route, status, remote, version, cache, seconds, error }) {
      const page = { route: route ?? 'none', remote: remote ?? 'shell', version: version ?? 'none' }
      const labels = {
        method: methods.includes(method) ? method : 'other',
        route: page.route,
        status: String(status),
        remote: page.remote,
        version: page.version,
        cache: cache ?? 'none',
      }
      requests.inc({ labels, exemplarLabels: exemplar() })
      if (error !== undefined || status >= 500) errors.inc({ labels: page, exemplarLabels: exemplar() })
      durations.observe({ labels: page, value: seconds, exemplarLabels: exemplar() })
    },
    observeReport({ kind, route, remote, version }) {
      const labels = { kind, route: route ?? 'none', remote: remote ?? 'shell', version: version ?? 'none' }
      reports.inc({ labels, exemplarLabels: exemplar() })
    },
    async text() {
      await readBacklog()
      return registry.metrics()
    },
  }
}

/**
 * Serves `/metrics` at a port of its own, which is not for visitors.
 * @throws Error when the port is in use
 */
export function serveMetrics(
  metrics: Pick<Metrics, 'text'>,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': Registry.OPENMETRICS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () =>
          new Promise((closed) => {
            server.close(() => {
              closed()
            })
            server.closeAllConnections()
          }),
      })
    })
  })
}
