import { serveStatic } from '@hono/node-server/serve-static'
import { storeOf } from '@shop/federation/store'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { backendProxy, proxyBodyLimit, proxyPath } from './backend-proxy'
import { cartForm, cartOfForm } from './cart-form'
import { contactForm } from './contact-form'
import type { DrawingQueueOptions } from './drawing-queue'
import { failurePage } from './failure-pages'
import { frontDoor } from './front-door'
import { health } from './health'
import { webManifest } from './installable'
import { offlinePage } from './offline-page'
import { pageRoutes } from './page-routes'
import { stripePayments, type StripeSecrets } from './payments/stripe-payments'
import type { LiveReleaseSet } from './release-set-file'
import { searchEngines } from './search-engines'
import type { ServerBuilds } from './server-builds'
import { serviceWorker } from './service-worker'
import type { ShopData } from './shop-data'
import { stockForm } from './stock-form'
import { createVitals } from './vitals'

/** What the web server is run with. */
export interface WebOptions {
  /** Folder of the shop: of its media, its fonts and its release store. */
  root: string
  /** Folder of the shell's build, which nothing removes while this server runs; `shell/dist` without. */
  shell?: string
  /** Folders of earlier builds: tabs that were opened with them still ask for their scripts. */
  olderShells?: readonly string[]
  /** Public address of the shop, without a slash at the end. */
  siteUrl: string
  supabaseUrl: string
  supabaseKey: string
  /** Browsers reach the backend through this server, at its own origin. */
  proxied?: boolean
  /** How many proxies of our own stand before this server and append to `x-forwarded-for`; none unless said. */
  trustedProxies?: number
  releases: LiveReleaseSet
  data: ShopData
  /** What draws pages on the server; without it every page is drawn in the browser. */
  builds?: ServerBuilds
  /** Lets Stripe take payments, where the setting `payment.provider` says so. */
  stripe?: StripeSecrets | null
  /** How many pages are drawn at once and may wait for it. */
  drawings?: DrawingQueueOptions
  warn?: (message: string) => void
  /** Development servers, by origin; none in production. */
  dev?: { origins: string[]; scripts: string[]; preamble: string }
}

const forever = 'public, max-age=31536000, immutable'
const aWhile = 'public, max-age=86400, stale-while-revalidate=604800'
const releasePath = /^\/releases\/(mf-[a-z-]+)\/([0-9a-z]+)\//

/** Addresses of the shell's files: the scripts it starts with, in order, and all there are. */
async function shellFiles(folder: string): Promise<{ scripts: string[]; all: string[] }> {
  const manifest: { allFiles?: string[]; entries?: Record<string, { initial?: { js?: string[] } }> } =
    JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))
  return {
    scripts: manifest.entries?.index?.initial?.js ?? [],
    all: (manifest.allFiles ?? []).filter((file) => file.endsWith('.js')),
  }
}

/** The web server: pages, files of the shell and of every release, and what says how it is. */
export async function createWebApp(options: WebOptions): Promise<Hono> {
  const {
    root,
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
  const shellWeb = path.join(options.shell ?? path.join(root, 'shell/dist'), 'web')
  const shell = dev ? { scripts: dev.scripts, all: [] } : await shellFiles(shellWeb)
  const { scripts } = shell
  const app = new Hono()

  app.use(frontDoor(siteUrl))
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse()
    warn(`${context.req.method} ${JSON.stringify(context.req.path)} failed: ${JSON.stringify(error.message)}`)
    return failurePage('broken')
  })

  const kept =
    (cache: string): MiddlewareHandler =>
    async (context, next) => {
      await next()
      if (context.res.ok) context.header('cache-control', cache)
    }
  const files = (folder: string, prefix: RegExp | string, place = ''): MiddlewareHandler => {
    const serve = serveStatic({
      root: folder,
      precompressed: true,
      rewriteRequestPath: (requested) => requested.replace(prefix, place),
    })
    // To any other method it would announce a length and send nothing.
    return (context, next) => (['GET', 'HEAD'].includes(context.req.method) ? serve(context, next) : next())
  }
  for (const web of [shellWeb, ...(options.olderShells ?? []).map((folder) => path.join(folder, 'web'))]) {
    app.use('/assets/*', kept(forever), files(web, '/assets'))
  }
  app.use('/media/*', kept(aWhile), files(path.join(root, 'shell/media'), '/media'))
  app.use('/fonts/*', kept(forever), files(path.join(root, 'libs/ui/fonts'), '/fonts'))
  app.all('/releases/:remote/:version/server.cjs', (context) =>
    context.text('Not found', 404, { 'cache-control': 'no-store' }),
  )
  app.use('/releases/*', kept(forever), files(storeOf(root), releasePath, '/$1/$2/'))
  for (const folder of ['/assets/*', '/media/*', '/fonts/*', '/releases/*']) {
    app.all(folder, (context) => context.text('Not found', 404, { 'cache-control': 'no-store' }))
  }

  if (proxied) app.all(`${proxyPath}/*`, proxyBodyLimit, backendProxy(supabaseUrl, trustedProxies))

  app.get(
    '/healthz',
    health({ root, releases, data, scripts, shellFolder: shellWeb, dev: dev !== undefined }),
  )

  app.get('/config.json', async (context) => {
    const settings = await data.settings().catch(() => null)
    if (!settings)
      return context.json({ message: 'The shop cannot reach its data at the moment.' }, 503, {
        'cache-control': 'no-store',
        'retry-after': '30',
      })
    const config = { supabaseUrl: browserUrl, supabaseKey, releaseSet: await releases.current(), settings }
    return context.json(config, 200, { 'cache-control': 'no-store' })
  })

  // In development nothing is named after its content, so nothing may be kept.
  app.get('/sw.js', async (context) =>
    dev
      ? context.text('Not found', 404, { 'cache-control': 'no-store' })
      : context.body(serviceWorker(await releases.current(), scripts, shell.all), 200, {
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'no-cache',
          'content-security-policy': "default-src 'none'; connect-src 'self'",
        }),
  )

  app.get('/offline', (context) => {
    const { html, policy } = offlinePage()
    return context.body(html, 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
    })
  })

  app.get('/manifest.webmanifest', (context) =>
    context.body(JSON.stringify(webManifest), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=3600',
    }),
  )

  app.route('/', searchEngines(siteUrl, data, warn))

  const vitals = createVitals()
  app.post('/vitals', bodyLimit({ maxSize: 1024 }), async (context) => {
    const measured: unknown = await context.req.json().catch(() => null)
    const wanted = await data.settings().then(
      ({ privacy }) => privacy.measureSpeed === 'on',
      () => false,
    )
    return context.body(null, wanted && vitals.take(measured) ? 204 : 400)
  })
  app.get('/vitals.json', (context) => context.json(vitals.rows(), 200, { 'cache-control': 'no-store' }))
  const backend = { url: supabaseUrl, key: supabaseKey }
  app.get('/cart/items', cartOfForm(siteUrl))
  app.post('/cart/items', bodyLimit({ maxSize: 4096 }), cartForm(backend, siteUrl, warn, trustedProxies))
  app.post('/stock/requests', bodyLimit({ maxSize: 4096 }), stockForm(backend, siteUrl, warn, trustedProxies))
  app.post(
    '/contact/messages',
    bodyLimit({ maxSize: 65_536 }),
    contactForm(backend, siteUrl, warn, trustedProxies),
  )

  if (options.stripe) {
    const provider = async () => (await data.settings()).payment.provider
    app.route('/payments/stripe', stripePayments({ ...options.stripe, supabaseUrl, siteUrl, provider, warn }))
  }

  app.get(
    '*',
    pageRoutes({
      root,
      siteUrl,
      supabaseUrl,
      browserUrl,
      supabaseKey,
      scripts,
      data,
      builds: dev ? null : (options.builds ?? null),
      warn,
      dev: dev ? { origins: dev.origins, preamble: dev.preamble } : null,
      releases,
      trustedProxies,
      drawings: options.drawings,
    }),
  )
  return app
}
