import type { Mailer } from '@shop/mailer'
import { releaseVerifier, verifiedReader, type ReleaseRecord } from '@shop/federation/store'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { cdnPurge } from '../../shell/server/cache/cdn-purge'
import { listen } from '../../shell/server/listen'
import { controlCanaries } from '../../shell/server/canary/canary-control'
import { followReleases } from '../../shell/server/releases/live-releases'
import { startRefundWorker, type RefundWorker } from '../../shell/server/payments/refund-worker'
import { serviceBackend } from '../../shell/server/payments/service-backend'
import { warning } from '../../shell/server/releases/finding'
import { releaseFile } from '../../shell/server/releases/release-files'
import { releasesInDatabase } from '../../shell/server/releases/release-source'
import { setTag } from '../../shell/server/cache/shared-caching'
import type { Log } from '../../shell/server/observability/log'
import { reportLogger } from '../../shell/server/observability/browser-reports'
import { readJobBacklog } from '../../shell/server/observability/job-backlog'
import { createMetrics, serveMetrics } from '../../shell/server/observability/metrics'
import { observeRequests } from '../../shell/server/observability/requests'
import type { ShopData } from '../../shell/server/cache/shop-data'
import type { EmbeddedBackend } from './backend'
import { localAddress, root, stripeSecrets, type Environment, type ExternalBackend } from '../environment'
import { ensureFree } from '../preconditions'
import { goLive } from '../release/go-live'
import { trustedKeys } from '../build/release-records'
import type { Shutdown } from './shutdown'
import { startShopMailer } from './start-mailer'

/** The options of a web server and the workers beside it. */
export interface ServeOptions {
  environment: Environment
  backend: ExternalBackend
  /** The same backend, when it is the embedded one. */
  embedded: EmbeddedBackend | null
  data: ShopData
  /** The releases of this checkout; null where what is in the store is served. */
  built: Readonly<Record<string, ReleaseRecord>> | null
  shutdown: Shutdown
  log: Log
}

/** Where the last good release sets are kept. */
export const lastGoodFile = (dataDir: string) => path.join(dataDir, 'release-set.json')

/**
 * Serves the shop, and says when it is ready.
 * @throws Error when no release set can be served, or the port is in use
 */
export async function serveShop(options: ServeOptions): Promise<void> {
  const { environment, backend, embedded, data, built, shutdown, log } = options
  const warn = (message: string) => {
    log.warn(message)
  }
  const { dataDir, host, port, siteUrl, releases: store } = environment
  if (environment.metricsPort !== null) await ensureFree('METRICS_PORT', environment.metricsPort, host)
  if (environment.exportsTraces) {
    const { exportTraces } = await import('../../shell/server/tracing/export-traces')
    shutdown.add(exportTraces(warn))
  }
  const stripe = stripeSecrets(environment, backend.secretKey)
  if (built) await goLive(built, backend.url, backend.secretKey, warn)
  // They read the compiled scripts of the build when they are imported.
  const { createWebApp } = await import('../../shell/server/app')
  const { loadServerBuilds } = await import('../../shell/server/render/workers/server-builds')
  const { inlineScriptsOfSets } = await import('../../shell/server/releases/inline-scripts')
  const keys = await trustedKeys(environment)
  // The code that runs here has the hash that was signed.
  const read = verifiedReader(store, keys)
  const inlineScripts = inlineScriptsOfSets(store, read)
  const builds = loadServerBuilds({
    read,
    fileOf: (url) => releaseFile(store, url),
    workers: environment.renderWorkers,
    warn,
  })
  shutdown.add(() => builds.stop())
  const purge = environment.cdn && cdnPurge({ ...environment.cdn, warn })
  const releases = await followReleases({
    store,
    verify: releaseVerifier(store, keys),
    source: releasesInDatabase({ url: backend.url, key: backend.key }),
    lastGoodFile: lastGoodFile(dataDir),
    fallback:
      built && Object.fromEntries(Object.entries(built).map(([name, { version }]) => [name, version])),
    async prepare(set) {
      await Promise.all([builds.prepare(set), inlineScripts(set)])
    },
    onChange: ({ id }) => purge?.(setTag(id)),
    warn,
  })
  shutdown.add(() => releases.stop())
  let mailer: Mailer | null = null
  let refunds: RefundWorker | null = null
  const stateOf = (worker: Mailer | RefundWorker | null) =>
    worker ? (worker.isWorking() ? 'up' : 'down') : 'off'
  const logReport = reportLogger(log)
  const app = await createWebApp({
    root,
    store,
    releaseKeys: keys,
    siteUrl,
    supabaseUrl: backend.url,
    supabaseKey: backend.key,
    proxied: environment.proxied,
    trustedProxies: environment.trustedProxies,
    releases,
    data,
    builds,
    inlineScripts,
    stripe,
    secretKey: backend.secretKey,
    purge,
    isStopping: () => shutdown.stopping,
    workers: () => ({ mailer: stateOf(mailer), refunds: stateOf(refunds) }),
    releaseChecks: {
      async takenAway(records, known) {
        // Reads SQL, which few starts need and which the bundle of the web server lacks.
        if (!existsSync(path.join(root, 'supabase/migrations'))) return null
        const { takenAway } = await import('../release/release-contract')
        return takenAway(records, known)
      },
      runnerOf: (candidate) => async (records, pages) => {
        const { candidateRunner } = await import('../release/run-candidate')
        const run = candidateRunner(candidate, backend, () =>
          Promise.resolve([warning('browser', 'Not opened in a browser: npm run promote does that.')]),
        )
        return run(records, pages)
      },
    },
    onReport(report) {
      logReport(report)
      metrics.observeReport(report)
    },
    warn,
  })
  const service = backend.secretKey === null ? null : serviceBackend(backend.url, backend.secretKey)
  const control = service && controlCanaries({ db: service, releases, visits: app.canary, warn })
  shutdown.add(() => control?.stop())
  const metrics = createMetrics({
    releases,
    vitals: app.vitals,
    parts: () => ({
      realtime: data.isFollowing() ? 'up' : 'down',
      mailer: stateOf(mailer),
      refunds: stateOf(refunds),
    }),
    backlog: service && (() => readJobBacklog(service)),
  })
  const web = await listen(app, {
    observe: (listener) =>
      observeRequests(listener, {
        log,
        trustedProxies: environment.trustedProxies,
        onFinish(request) {
          metrics.observe(request)
        },
      }),
    port,
    host,
    proxiedBackend: environment.proxied ? backend.url : null,
    trustedProxies: environment.trustedProxies,
    shutdown: environment.shutdown,
  })
  const response = await fetch(`${localAddress({ host, port: web.port })}/healthz`)
  // Another set is served in place of one that is rejected, and was warned of.
  if (!response.ok && (!releases.problem() || (await releases.current()).id === 'none'))
    throw new Error(`/healthz answered ${String(response.status)}: ${await response.text()}`)
  if (environment.metricsPort !== null) {
    const served = await serveMetrics(metrics, { port: environment.metricsPort, host })
    shutdown.add(() => served.close())
  }
  mailer = startShopMailer(environment, embedded, warn)
  // It settles its last email with the backend, so it ends first.
  shutdown.add(() => mailer?.stop())
  refunds = stripe ? startRefundWorker({ ...stripe, supabaseUrl: backend.url, log: warn }) : null
  shutdown.add(() => refunds?.stop())
  // First of all, so that a load balancer notices; the backend and the workers go on until the last response is sent.
  shutdown.add(() => web.close())
  console.log(`Shop ready: http://localhost:${String(web.port)}`)
}
