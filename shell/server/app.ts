import { serveStatic } from '@hono/node-server/serve-static'
import { storeOf } from '@shop/federation/store'
import { defaultSettings } from '@shop/settings'
import { guestIdIn } from '@shop/supabase'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { backendProxy, proxyPath } from './backend-proxy'
import { cartForm, cartOfForm } from './cart-form'
import { contactForm } from './contact-form'
import { indexedPages } from './heads'
import { webManifest } from './installable'
import { keptReads } from './kept-reads'
import { offlinePage } from './offline-page'
import { pageCache, type ReadyPage } from './page-cache'
import { pageMaker } from './pages'
import { stripePayments, type StripeSecrets } from './payments/stripe-payments'
import type { LiveReleaseSet } from './release-set-file'
import { commonHeaders } from './security'
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
  releases: LiveReleaseSet
  data: ShopData
  /** What draws pages on the server; without it every page is drawn in the browser. */
  builds?: ServerBuilds
  /** Lets Stripe take payments, where the setting `payment.provider` says so. */
  stripe?: StripeSecrets | null
  warn?: (message: string) => void
  /** Development servers, by origin; none in production. */
  dev?: { origins: string[]; scripts: string[]; preamble: string }
}

const forever = 'public, max-age=31536000, immutable'
const aWhile = 'public, max-age=86400, stale-while-revalidate=604800'
const releasePath = /^\/releases\/(mf-[a-z-]+)\/([0-9a-z]+)\//

/** Addresses of the shell's files: the scripts it starts with, in order, and all there are. */
async function shellFiles(folder: string): Promise<{ scripts: string[]; all: string[] }> {
  const manifest: { allFiles?: string[]; entries?: Record<string, { initial?: { js?: string[] } }> } = JSON.parse(
    await readFile(path.join(folder, 'manifest.json'), 'utf8'),
  )
  return { scripts: manifest.entries?.index?.initial?.js ?? [], all: (manifest.allFiles ?? []).filter((file) => file.endsWith('.js')) }
}

const uncached = ({ html, status, headers }: ReadyPage) => new Response(html, { status, headers: { ...headers, 'cache-control': 'private, no-store' } })

/** The web server: pages, files of the shell and of every release, and what says how it is. */
export async function createWebApp(options: WebOptions): Promise<Hono> {
  const { root, siteUrl, supabaseUrl, supabaseKey, releases, data, dev, proxied = false } = options
  const browserUrl = proxied ? siteUrl + proxyPath : supabaseUrl
  const shellWeb = path.join(options.shell ?? path.join(root, 'shell/dist'), 'web')
  const shell = dev ? { scripts: dev.scripts, all: [] } : await shellFiles(shellWeb)
  const { scripts } = shell
  const settings = () => data.settings().catch(() => defaultSettings)
  const app = new Hono()

  app.use(async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(commonHeaders)) context.header(name, value)
  })

  const kept = (cache: string): MiddlewareHandler => async (context, next) => {
    await next()
    if (context.res.ok) context.header('cache-control', cache)
  }
  const files = (folder: string, prefix: RegExp | string, place = '') =>
    serveStatic({ root: folder, precompressed: true, rewriteRequestPath: (requested) => requested.replace(prefix, place) })
  for (const web of [shellWeb, ...(options.olderShells ?? []).map((folder) => path.join(folder, 'web'))]) {
    app.use('/assets/*', kept(forever), files(web, '/assets'))
  }
  app.use('/media/*', kept(aWhile), files(path.join(root, 'shell/media'), '/media'))
  app.use('/fonts/*', kept(forever), files(path.join(root, 'libs/ui/fonts'), '/fonts'))
  app.all('/releases/:remote/:version/server.cjs', (context) => context.text('Not found', 404, { 'cache-control': 'no-store' }))
  app.use('/releases/*', kept(forever), files(storeOf(root), releasePath, '/$1/$2/'))
  for (const folder of ['/assets/*', '/media/*', '/fonts/*', '/releases/*']) {
    app.all(folder, (context) => context.text('Not found', 404, { 'cache-control': 'no-store' }))
  }

  if (proxied) app.all(`${proxyPath}/*`, backendProxy(supabaseUrl))

  app.get('/healthz', async (context) => {
    const set = await releases.current()
    const remotes = await Promise.all(
      Object.entries(set.remotes).map(async ([name, { version }]) => {
        const entry = path.join(storeOf(root), name, version, 'remoteEntry.js')
        const up = dev !== undefined || (await access(entry).then(() => true, () => false))
        return [name, { version, state: up ? 'up' : 'missing' }] as const
      }),
    )
    const backend = (await data.answers()) ? 'up' : 'down'
    return context.json({ status: 'ok', backend, releaseSet: set.id, remotes: Object.fromEntries(remotes) }, 200, { 'cache-control': 'no-store' })
  })

  app.get('/config.json', async (context) => {
    const config = { supabaseUrl: browserUrl, supabaseKey, releaseSet: await releases.current(), settings: await settings() }
    return context.json(config, 200, { 'cache-control': 'no-store' })
  })

  // In development nothing is named after its content, so nothing may be kept.
  app.get('/sw.js', async (context) =>
    dev
      ? context.text('Not found', 404, { 'cache-control': 'no-store' })
      : context.body(await serviceWorker(await releases.current(), scripts, shell.all), 200, {
          'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache',
          'content-security-policy': "default-src 'none'; connect-src 'self'",
        }),
  )

  app.get('/offline', (context) => {
    const { html, policy } = offlinePage()
    return context.body(html, 200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', 'content-security-policy': policy })
  })

  app.get('/manifest.webmanifest', (context) =>
    context.body(JSON.stringify(webManifest), 200, { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' }),
  )

  app.get('/robots.txt', (context) =>
    context.text(['User-agent: *', ...['/admin', '/account', '/auth', '/cart', '/checkout', '/orders', '/create-account', '/wishlist'].map((hidden) => `Disallow: ${hidden}`), `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n')),
  )

  app.get('/sitemap.xml', async (context) => {
    // Half a sitemap would take the products out of search engines: they ask again for one that is not there.
    const subjects = await data.publicPaths().catch((error: unknown) => {
      warn(`The sitemap could not be made: ${error instanceof Error ? error.message : String(error)}`)
      return null
    })
    if (!subjects) return context.text('The sitemap cannot be had at the moment. Please ask again in a minute.', 503, { 'retry-after': '60' })
    const entries = [...indexedPages.map((page) => ({ path: page, changed: null })), ...subjects].map(
      ({ path: page, changed }) => `<url><loc>${new URL(encodeURI(page), siteUrl).href.replaceAll('&', '&amp;')}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
    )
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
    return context.body(xml, 200, { 'content-type': 'application/xml; charset=utf-8' })
  })

  const warn = options.warn ?? console.warn
  const vitals = createVitals()
  app.post('/vitals', bodyLimit({ maxSize: 1024 }), async (context) => {
    const measured: unknown = await context.req.json().catch(() => null)
    return context.body(null, (await settings()).privacy.measureSpeed === 'on' && vitals.take(measured) ? 204 : 400)
  })
  app.get('/vitals.json', (context) => context.json(vitals.rows(), 200, { 'cache-control': 'no-store' }))
  app.get('/cart/items', cartOfForm(siteUrl))
  app.post('/cart/items', bodyLimit({ maxSize: 4096 }), cartForm({ url: supabaseUrl, key: supabaseKey }, siteUrl, warn))
  app.post('/stock/requests', bodyLimit({ maxSize: 4096 }), stockForm({ url: supabaseUrl, key: supabaseKey }, siteUrl, warn))
  app.post('/contact/messages', bodyLimit({ maxSize: 65_536 }), contactForm({ url: supabaseUrl, key: supabaseKey }, siteUrl, warn))

  if (options.stripe) {
    const provider = async () => (await data.settings()).payment.provider
    app.route('/payments/stripe', stripePayments({ ...options.stripe, supabaseUrl, siteUrl, provider, warn }))
  }

  const reads = keptReads()
  const pageOf = pageMaker({
    root, siteUrl, supabaseUrl, browserUrl, supabaseKey, scripts, data, reads, builds: dev ? null : (options.builds ?? null), warn,
    dev: dev ? { origins: dev.origins, preamble: dev.preamble } : null,
  })
  const cache = pageCache()
  data.onChange(() => {
    reads.forget()
    cache.invalidate()
  })
  app.get('*', async (context) => {
    // The router reads paths in any case and with a slash at the end; a page has one address all the same.
    const { pathname, search } = new URL(context.req.url)
    const one = pathname.replace(/\/+$/, '').toLowerCase() || '/'
    if (one !== pathname && !/%/.test(pathname)) return context.redirect(one.replace(/^\/+/, '/') + search, 308)
    const [set, current] = await Promise.all([releases.current(), settings()])
    const { key, make } = await pageOf(new URL(context.req.url), set, current, guestIdIn(context.req.header('cookie') ?? ''))
    return key === null ? uncached(await make()) : cache.answer(key, context.req.raw, make)
  })
  return app
}
