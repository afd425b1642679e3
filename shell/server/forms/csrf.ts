import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { csrf } from 'hono/csrf'

const rejectForm = (context: Context) =>
  context.text('This form can be sent from the shop alone.', 403, { 'cache-control': 'no-store' })

const loopbackNames = ['localhost', '127.0.0.1']

/** The origins of the shop's own pages: that of its public address; on this machine under both of its names. */
function originsOf(siteUrl: string): string[] {
  const { hostname, origin } = new URL(siteUrl)
  return loopbackNames.includes(hostname)
    ? loopbackNames.map((name) => origin.replace(hostname, name))
    : [origin]
}

/**
 * Rejects requests sent by a page of another site (cross-site request forgery), by the headers `Origin` and
 * `Sec-Fetch-Site`, which browsers set and no page can change. The address of the request says nothing: anybody can make a
 * name lead to this server (DNS rebinding).
 * @param siteUrl public address of the shop
 * @param reject makes the 403 response
 */
export function csrfProtection(
  siteUrl: string,
  reject: (context: Context) => Response = rejectForm,
): MiddlewareHandler {
  const origins = originsOf(siteUrl)
  // A page may hide its origin, which is then "null"; one that is told must be the shop's.
  const secFetchSite = (site: string, { req }: Context) =>
    site === 'same-origin' && ['null', undefined].includes(req.header('origin'))
  const check = new Hono()
    .use(csrf({ origin: origins, secFetchSite }))
    .all('*', (context) => context.body(null, 204))
  return async (context, next) => {
    const { method, url, raw } = context.req
    // Hono checks only the content types that a form can send; without that header it checks every request, JSON too.
    const headers = new Headers(raw.headers)
    headers.delete('content-type')
    const { ok } = await check.request(url, { method, headers })
    return ok ? next() : reject(context)
  }
}
