import { guestCookie, isGuestId } from '@shop/supabase'
import type { Handler } from 'hono'
import { getCookie } from 'hono/cookie'
import { errorPage } from './error-pages'
import { pageCache } from './page-cache'
import { pageRenderer, type PageRendererOptions } from './page-renderer'
import type { LiveReleaseSet } from './live-releases'
import { pinCookie, pinnedSet } from './pinned-set'
import { renderQueue, TooBusy, type RenderQueueOptions } from './render-queue'
import { responseCache } from './response-cache'
import type { ShopData } from './shop-data'
import { setCookie } from '../src/composition/kept-set'
import { rateLimitKey, visitorAddress } from './visitor-address'

/** Options of the page handler. */
export interface PageHandlerOptions extends Omit<PageRendererOptions, 'reads'> {
  data: ShopData
  releases: LiveReleaseSet
  trustedProxies: number
  rendering?: RenderQueueOptions
}

/** The canonical form of a path: lower case, without duplicate and trailing slashes, all of which the router accepts. */
function canonicalPath(pathname: string): string {
  const one = pathname.replace(/\/+$/, '').replace(/^\/+/, '/') || '/'
  return /%/.test(pathname) ? one : one.toLowerCase()
}

/**
 * Responds with the page of an address, cached or rendered. Until the shop's settings have been loaded it responds 503:
 * pages depend on them for prices and the age gate.
 */
export function pageHandler(options: PageHandlerOptions): Handler {
  const { releases, data, trustedProxies } = options
  const reads = responseCache()
  const pageAt = pageRenderer({ ...options, reads })
  const cache = pageCache()
  const queue = renderQueue(options.rendering)
  data.onChange(() => {
    reads.clear()
    cache.clear()
  })
  return async (context) => {
    const url = new URL(context.req.url)
    const canonical = canonicalPath(url.pathname)
    if (canonical !== url.pathname) return context.redirect(canonical + url.search, 308)
    const settings = await data.settings().catch(() => null)
    if (!settings) return errorPage('unavailable')
    const cookie = getCookie(context, guestCookie)
    const guestId = isGuestId(cookie) ? cookie : null
    const pinned = pinnedSet(getCookie(context, setCookie), Date.now())
    const releaseSet = await releases.forVisitor(pinned)
    const page = await pageAt({ url, releaseSet, settings, guestId })
    const pin = pinCookie(url.pathname, releaseSet.id, pinned, Date.now())
    const visitor = rateLimitKey(visitorAddress(context, trustedProxies))
    try {
      const response = await cache.respond({
        ...page,
        acceptEncoding: context.req.header('accept-encoding') ?? null,
        limit: (render) => queue.run(visitor, render),
      })
      if (pin !== null) response.headers.append('set-cookie', pin)
      return response
    } catch (error) {
      if (error instanceof TooBusy) return errorPage('busy')
      throw error
    }
  }
}
