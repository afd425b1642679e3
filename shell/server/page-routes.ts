import { guestCookie, isGuestId } from '@shop/supabase'
import type { Handler } from 'hono'
import { getCookie } from 'hono/cookie'
import { errorPage } from './error-pages'
import { pageCache } from './page-cache'
import { pageMaker, type PagesOptions } from './pages'
import type { LiveReleaseSet } from './release-set-file'
import { renderQueue, TooBusy, type RenderQueueOptions } from './render-queue'
import { responseCache } from './response-cache'
import { limitedAs, visitorAddress } from './visitor-address'

/** What pages are answered with. */
export interface PageRoutesOptions extends Omit<PagesOptions, 'reads'> {
  releases: LiveReleaseSet
  trustedProxies: number
  rendering?: RenderQueueOptions
}

/** The one way in which a path is written; the router reads it in any case, with slashes too many and one at the end. */
function oneSpelling(pathname: string): string {
  const one = pathname.replace(/\/+$/, '').replace(/^\/+/, '/') || '/'
  return /%/.test(pathname) ? one : one.toLowerCase()
}

/**
 * Answers every address that is nothing else with its page: kept, or drawn in turn. While the shop's settings were never
 * read there is none: every page would have to guess what things cost and whom to ask for their age.
 */
export function pageRoutes(options: PageRoutesOptions): Handler {
  const { releases, data, trustedProxies } = options
  const reads = responseCache()
  const pageOf = pageMaker({ ...options, reads })
  const cache = pageCache()
  const queue = renderQueue(options.rendering)
  data.onChange(() => {
    reads.clear()
    cache.clear()
  })
  return async (context) => {
    const url = new URL(context.req.url)
    const one = oneSpelling(url.pathname)
    if (one !== url.pathname) return context.redirect(one + url.search, 308)
    const settings = await data.settings().catch(() => null)
    if (!settings) return errorPage('unavailable')
    const cookie = getCookie(context, guestCookie)
    const guest = isGuestId(cookie) ? cookie : null
    const { key, make } = await pageOf(url, await releases.current(), settings, guest)
    const visitor = limitedAs(visitorAddress(context, trustedProxies))
    try {
      return await cache.respond({
        key,
        acceptEncoding: context.req.header('accept-encoding') ?? null,
        render: make,
        limit: (render) => queue.run(visitor, render),
      })
    } catch (error) {
      if (error instanceof TooBusy) return errorPage('busy')
      throw error
    }
  }
}
