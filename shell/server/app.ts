import type { ReleaseSet } from '@shop/federation'
import type { TrustedKey } from '@shop/federation/store'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { matchedRoutes } from 'hono/route'
import { ageFormPath } from '../src/age-gate/age-form-path'
import { ageForm } from './forms/age-form'
import { backendProxy, proxyBodyLimit, proxyPath } from './http/backend-proxy'
import { csrfProtection } from './forms/csrf'
import { filesOfSets } from './releases/set-files'
import { errorPage } from './render/error-pages'
import { health, type HealthOptions } from './health'
import { ownInlineScripts, type InlineScripts } from './releases/inline-scripts'
import { webManifest } from './render/installable'
import type { CachedResponses } from './cache/cached-responses'
import { offlinePage } from './render/offline-page'
import { pageHandler } from './render/page-handler'
import type { PageInput } from './render/page-html'
import { previewPages } from './render/preview-pages'
import { stripePayments, type StripeSecrets } from './payments/stripe-payments'
import { readableAddress } from './http/readable-address'
import { previewsOf } from './releases/previews'
import { releasePages, type PagesOf } from './releases/release-pages'
import type { LiveReleaseSet } from './releases/live-releases'
import { searchEngines } from './render/search-engines'
import { commonHeaders, commonHeaderValues, sandboxNonPages } from './http/security'
import type { ServerBuilds } from './render/workers/server-builds'
import { serviceWorker } from './releases/service-worker'
import type { ShopData } from './cache/shop-data'
import { pageEtag, shopTag } from './cache/shared-caching'
import { sitemapReader } from './render/sitemap-reader'
import { staticFiles } from './releases/static-files'
import { staffReleases, type ReleaseChecks } from './releases/staff-releases'
import { canaryVisits, type CanaryVisits } from './canary/canary-visits'
import { visitorSets } from './releases/visitor-set'
import { createVitals, readMeasurement, type Vitals } from './observability/vitals'
import { browserReports, type BrowserReport } from './observability/browser-reports'
import { failureCounts } from './observability/failure-counts'
import { setVersions } from './observability/set-versions'
import { describeRequest, requestFacts } from './tracing/request-facts'

/** Options of the web server. */
export interface WebOptions extends Pick<HealthOptions, 'isStopping' | 'workers'> {
  /** Folder of the shop: of its media and its fonts. */
  root: string
  /** Folder of the release store. */
  store: string
  /** Keys by which the releases may be signed whose files are served. */
  releaseKeys: readonly TrustedKey[]
  /** Public address of the shop, without a slash at the end. */
  siteUrl: string
  supabaseUrl: string
  supabaseKey: string
  /** Browsers reach the backend through this server, at its own origin. */
  proxied?: boolean
  /** How many proxies of our own are in front of this server and append to `x-forwarded-for`; default 0. */
  trustedProxies?: number
  releases: LiveReleaseSet
  /** Why members of the live set are not served, by name. */
  rejected?: () => Readonly<Record<string, string>>
  data: ShopData
  /** Renders pages on the server; without it every page is rendered in the browser. */
  builds?: ServerBuilds
  /** The inline scripts of a release set's shell; by default those beside this web server. */
  inlineScripts?: (set: ReleaseSet) => Promise<InlineScripts>
  /** Lets Stripe take payments, where the setting `payment.provider` says so. */
  stripe?: StripeSecrets | null
  /** The secret key of the backend: signs previews of releases, and what counts for a canary. Without it there is neither. */
  secretKey?: string | null
  /** Tells a CDN to forget pages with these tags; null without one. */
  purge?: ((...tags: string[]) => void) | null
  /** How releases are checked that staff promote. */
  releaseChecks?: ReleaseChecks
  /** Is told what failed in browsers. */
  onReport?: (report: BrowserReport) => void
  warn?: (message: string) => void
  /** Development servers, by origin; none in production. */
  dev?: NonNullable<PageInput['dev']> & { scripts: string[]; built: ReleaseSet }
}

/** The web server's app. */
export interface WebApp extends Hono {
  /** Answers for cached pages, to be asked before the app. */
  cached: CachedResponses
  /** What browsers measured. */
  vitals: Vitals
  /** What was counted while a canary runs. */
  canary: Pick<CanaryVisits, 'take'>
}

/** The pattern that serves a path; `/*` for pages, which are matched by the release set. */
const routeOf = (context: Context): string =>
  matchedRoutes(context).findLast(({ path }) => path !== '/*')?.path ?? '/*'

/** The contact form, with every field as long as it may be. */
const postedBytes = 65_536

/** The web server: pages, files of the shell and of every release, forms, payments and health. */
export async function createWebApp(options: WebOptions): Promise<WebApp> {
  const {
    store,
    siteUrl,
    supabaseUrl,
    supabaseKey,
    releases,
    data,
    dev,
    proxied = false,
    trustedProxies = 0,
  } = options
  const warn = options.warn ?? console.warn
  const browserUrl = proxied ? siteUrl + proxyPath : supabaseUrl
  const inlineScripts = options.inlineScripts ?? (() => Promise.resolve(ownInlineScripts))
  const canary = canaryVisits({ releases, siteUrl, trustedProxies, key: options.secretKey ?? null })
  const previews = dev ? null : previewsOf(options)
  const sets = visitorSets({ releases, previews, siteUrl, candidateFor: canary.candidateFor })
  const builds = dev ? null : (options.builds ?? null)
  const pagesOf = releasePages(store, warn)
  // What runs from source is described by its last build.
  const pages: PagesOf = dev ? () => pagesOf(dev.built) : pagesOf
  const app = new Hono()

  app.use(async (context, next) => {
    await next()
    if (requestFacts()?.route === null) describeRequest({ route: routeOf(context) })
  })
  app.use(commonHeaders(siteUrl), sandboxNonPages, readableAddress)
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse()
    describeRequest({ error })
    warn(`${context.req.method} ${routeOf(context)} failed: ${JSON.stringify(error.message)}`)
    return errorPage('failed')
  })

  const filesOf = filesOfSets(options)
  app.use('/releases/*', canary.files(filesOf))
  app.route('/', staticFiles(options))

  if (proxied) app.all(`${proxyPath}/*`, proxyBodyLimit, backendProxy(supabaseUrl, trustedProxies))

  app.route(
    '/',
    health({
      store,
      releases,
      data,
      dev: dev !== undefined,
      isStopping: options.isStopping,
      workers: options.workers,
    }),
  )

  app.get('/config.json', async (context) => {
    const settings = await data.settings().catch(() => null)
    if (!settings)
      return context.json({ message: 'The shop cannot reach its data at the moment.' }, 503, {
        'cache-control': 'no-store',
        'retry-after': '30',
      })
    const config = {
      supabaseUrl: browserUrl,
      supabaseKey,
      releaseSet: await sets.at(context, context.req.query('at') ?? '/'),
      settings,
    }
    return context.json(config, 200, { 'cache-control': 'no-store' })
  })

  // In development file names carry no content hash, so nothing may be cached.
  // Without an ETag, by which a browser that stored a damaged script would go on using it.
  app.get('/sw.js', async (context) => {
    if (dev) return context.text('Not found', 404, { 'cache-control': 'no-store' })
    const set = await sets.at(context, '/')
    const worker = serviceWorker(set, await filesOf(set), await pages(set), await inlineScripts(set))
    return context.body(worker, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'; worker-src 'self'",
    })
  })

  app.route('/', sets.app)
  if (previews) app.route('/', previewPages(previews, siteUrl))
  app.route('/', canary.app)

  app.get('/offline', async (context) => {
    const { html, policy } = await offlinePage()
    const set = await sets.at(context, '/')
    return context.body(html, 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'x-release-set': set.id,
    })
  })

  app.get('/manifest.webmanifest', (context) =>
    context.body(JSON.stringify(webManifest), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=3600',
    }),
  )

  // Browsers ask for it with documents that name no icon, such as /robots.txt.
  app.get('/favicon.ico', (context) => context.redirect('/media/icon-192.png', 308))

  app.route(
    '/',
    searchEngines({
      siteUrl,
      releases,
      pages,
      entriesOf: sitemapReader({ builds, supabaseUrl, supabaseKey }),
      onChange: (listener) => {
        data.onChange(listener)
      },
      warn,
    }),
  )

  const vitals = createVitals()
  app.post('/vitals', bodyLimit({ maxSize: 1024 }), async (context) => {
    const body: unknown = await context.req.json().catch(() => null)
    const enabled = await data.settings().then(
      ({ privacy }) => privacy.measureSpeed === 'on',
      () => false,
    )
    const set = await sets.at(context, '/')
    const measurement = enabled ? readMeasurement(body, (await pages(set)).rules, setVersions(set)) : null
    if (measurement) vitals.record(measurement)
    return context.body(null, measurement ? 204 : 400)
  })
  app.get('/vitals.json', (context) => context.json(vitals.rows(), 200, { 'cache-control': 'no-store' }))
  const failures = failureCounts()
  app.route(
    '/',
    staffReleases({
      root: options.root,
      store,
      releaseKeys: options.releaseKeys,
      backend: { url: supabaseUrl, key: supabaseKey },
      loadOf: (remote, version) => vitals.loadOf(remote, version),
      failuresOf: (remote, version) => failures.of(remote, version),
      previews,
      checks: options.releaseChecks,
    }),
  )
  app.post(ageFormPath, bodyLimit({ maxSize: 1024 }), csrfProtection(siteUrl), ageForm(siteUrl))

  if (options.stripe) {
    const provider = async () => (await data.settings()).payment.provider
    app.route('/payments/stripe', stripePayments({ ...options.stripe, supabaseUrl, siteUrl, provider, warn }))
  }

  const { page, cached, factsAt } = pageHandler({
    common: await commonHeaderValues(siteUrl),
    store,
    siteUrl,
    supabaseUrl,
    browserUrl,
    supabaseKey,
    scripts: dev?.scripts ?? [],
    inlineScripts,
    data,
    pages,
    builds,
    warn,
    dev: dev ?? null,
    releases,
    sets,
    previews,
    purges: Boolean(options.purge),
    trustedProxies,
    onRender: canary.rendered,
  })
  app.route(
    '/',
    browserReports({
      siteUrl,
      trustedProxies,
      factsAt: (context, path) =>
        factsAt(context, path).catch(() => ({ route: null, remote: null, version: null })),
      versionsOf: async (context, page) => setVersions(await sets.at(context, page)),
      onReport(report, context) {
        if (report.kind === 'error' || report.kind === 'failure') void canary.ended(context, true)
        failures.add(report)
        options.onReport?.(report)
      },
    }),
  )
  app.get('*', canary.documents(sets), pageEtag, page)
  app.post('*', bodyLimit({ maxSize: postedBytes }), csrfProtection(siteUrl), page)
  // After the pages that this server keeps are gone: the CDN then asks for new ones.
  data.onChange(() => options.purge?.(shopTag))
  return Object.assign(app, { cached, vitals, canary })
}
