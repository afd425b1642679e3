import { guestCookie, isGuestId } from '@shop/supabase'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import { isAgeConfirmed } from '../forms/age-form'
import { RenderFailed, TooBusy } from './workers/render-errors'
import { errorPage } from './error-pages'
import { cachedResponses, type CachedResponses } from '../cache/cached-responses'
import { describeRequest, type PageFacts } from '../tracing/request-facts'
import { inSpan, spanAttributes } from '../tracing/spans'
import { pageCache, type RenderablePage } from '../cache/page-cache'
import { pageRenderer, type PageRendererOptions } from './page-renderer'
import type { LiveReleaseSet } from '../releases/live-releases'
import type { Previews } from '../releases/previews'
import { responseCache } from '../cache/response-cache'
import type { PostedForm } from './resolved-page'
import type { ShopData } from '../cache/shop-data'
import type { OutgoingHttpHeaders } from 'node:http'
import { ownCaching } from '../cache/shared-caching'
import { renewedGuestHeader } from '../../src/composition/renewed-guest'
import { mayGetOwnPage, visitorCookie, writtenGuestCookie } from '../http/visitor-cookies'
import { visitorFetch } from '../http/visitor-address'
import type { VisitorSets } from '../releases/visitor-set'

/** Options of the page handler. */
export interface PageHandlerOptions extends Omit<PageRendererOptions, 'reads'> {
  data: ShopData
  releases: LiveReleaseSet
  sets: VisitorSets
  /** What browsers preview; null where nothing can be. */
  previews?: Pick<Previews, 'openIn'> | null
  trustedProxies: number
  /** Is told how long a page of a set took to render whole, in milliseconds. */
  onRender?: (set: string, route: string | null, ms: number) => void
  /** Headers of every response. */
  common: OutgoingHttpHeaders
}

/** The page handler, and what answers before it. */
export interface PageHandling {
  page: Handler
  cached: CachedResponses
  /** Route, remote and version of the page at a path, for the visitor of a request. @throws Error while there are no settings */
  factsAt: (context: Context, path: string) => Promise<PageFacts>
}

/** Path and query as the request line has them; null without one, in tests. */
const requestLine = (context: Context): string | null =>
  ((context.env ?? {}) as Partial<HttpBindings>).incoming?.url ?? null

/** The canonical form of a path: lower case, without duplicate and trailing slashes, all of which the router accepts. */
function canonicalPath(pathname: string): string {
  const one = pathname.replace(/\/+$/, '').replace(/^\/+/, '/') || '/'
  return /%/.test(pathname) ? one : one.toLowerCase()
}

const formType = /^application\/x-www-form-urlencoded *(?:;|$)/i

/** The form of a request; undefined for one that is not a form. */
async function postedForm(context: Context, trustedProxies: number): Promise<PostedForm | undefined> {
  if (!formType.test(context.req.header('content-type') ?? '')) return undefined
  return { body: await context.req.text(), fetch: visitorFetch(context, trustedProxies) }
}

/** A page of a preview, which neither comes from a cache nor goes into one. */
async function previewPage(page: RenderablePage): Promise<Response> {
  const rendered = await page.render()
  const { html, status, headers } = 'sharedKey' in rendered ? await rendered.render() : rendered
  return new Response(html, {
    status,
    headers: { ...headers, 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' },
  })
}

/**
 * Responds with the page of an address, cached or rendered; to a form that a browser without scripts posted, with the page
 * that answers it. Until the shop's settings have been loaded it responds 503:
 * pages depend on them for prices and the age gate.
 */
export function pageHandler(options: PageHandlerOptions): PageHandling {
  const { releases, sets, previews, data, siteUrl, trustedProxies } = options
  const reads = responseCache()
  const pageAt = pageRenderer({ ...options, reads })
  const cache = pageCache()
  const cached = cachedResponses({ cache, data, releases, common: options.common })
  data.onChange(() => {
    reads.clear()
    cache.clear()
  })
  const respond = async (context: Context): Promise<Response> => {
    const url = new URL(context.req.url)
    const canonical = canonicalPath(url.pathname)
    if (canonical !== url.pathname) return context.redirect(canonical + url.search, 308)
    const settings = await data.settings().catch(() => null)
    if (!settings) return errorPage('unavailable')
    const cookie = visitorCookie(context, siteUrl, guestCookie)
    const guestId = isGuestId(cookie) ? cookie : null
    const preview = (await previews?.openIn(context)) ?? null
    const releaseSet = preview?.set ?? (await sets.at(context, url.pathname))
    const isPosted = context.req.method === 'POST'
    const posted = isPosted ? await postedForm(context, trustedProxies) : null
    if (posted === undefined) return context.text('Send a form.', 415, { 'cache-control': 'no-store' })
    // No database stores them, and no keyboard types them.
    if (posted && /%00|\0/.test(posted.body))
      return context.text('Leave null characters out of the form.', 400, { 'cache-control': 'no-store' })
    const found = await pageAt({
      url,
      releaseSet,
      settings,
      guestId,
      posted,
      preview,
      ageConfirmed: isAgeConfirmed(context, siteUrl),
    })
    if (posted && !found.takesForms) return context.notFound()
    const setCookie = await sets.cookieFor(context, url.pathname, releaseSet)
    let wasRendered = false
    describeRequest({ ...found.facts, releaseSet: releaseSet.id })
    const render = () =>
      inSpan('render', spanAttributes(found.facts), async () => {
        const started = performance.now()
        const rendered = await found.render()
        // One that failed is left to the browser, and is not cached.
        if ('cacheable' in rendered && rendered.cacheable)
          options.onRender?.(releaseSet.id, found.facts.route, performance.now() - started)
        return rendered
      })
    const fromCache = () =>
      inSpan('cache', {}, async (span) => {
        const sent = await cache.respond({
          ...found,
          render() {
            wasRendered = true
            return render()
          },
          acceptEncoding: context.req.header('accept-encoding') ?? null,
        })
        const state = found.key === null ? null : wasRendered ? 'miss' : 'hit'
        describeRequest({ cache: state })
        span.setAttribute('cache', state ?? 'none')
        return sent
      })
    const response = preview ? await previewPage(found) : await fromCache()
    const renewed = response.headers.get(renewedGuestHeader)
    response.headers.delete(renewedGuestHeader)
    const guest = renewed ?? (posted ? guestId : null)
    if (guest !== null) response.headers.append('set-cookie', writtenGuestCookie(context, guest, siteUrl))
    const isOwn = setCookie !== null || mayGetOwnPage(context.req.header('cookie'))
    if (setCookie !== null) response.headers.append('set-cookie', setCookie)
    if (isOwn) ownCaching(response.headers)
    const line = requestLine(context)
    if (!isOwn && line !== null && found.key !== null && found.files)
      cached.remember(line, { key: found.key, files: found.files, releaseSet, settings, facts: found.facts })
    return response
  }
  const page: Handler = async (context) => {
    try {
      return await respond(context)
    } catch (error) {
      describeRequest({ error })
      if (error instanceof TooBusy) return errorPage('busy')
      if (error instanceof RenderFailed) return errorPage('failed')
      throw error
    }
  }
  const factsAt: PageHandling['factsAt'] = async (context, path) => {
    const settings = await data.settings()
    const releaseSet = await sets.at(context, path)
    const url = new URL(path, siteUrl)
    const { facts } = await pageAt({
      url,
      releaseSet,
      settings,
      guestId: null,
      posted: null,
      ageConfirmed: true,
    })
    return facts
  }
  return { page, cached, factsAt }
}
