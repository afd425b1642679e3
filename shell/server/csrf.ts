import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { csrf } from 'hono/csrf'

const refuseForm = (context: Context) =>
  context.text('This form can be sent from the shop alone.', 403, { 'cache-control': 'no-store' })

/**
 * Refuses requests sent by a page of another site (cross-site request forgery), by the headers `Origin` and
 * `Sec-Fetch-Site`, which browsers set and no page can change.
 * @param siteUrl public address of the shop; behind a proxy it differs from the address of the request
 * @param refuse makes the 403 response
 */
export function csrfProtection(
  siteUrl: string,
  refuse: (context: Context) => Response = refuseForm,
): MiddlewareHandler {
  const shopOrigin = new URL(siteUrl).origin
  const check = new Hono()
    .use(csrf({ origin: (origin, { req }) => origin === shopOrigin || origin === new URL(req.url).origin }))
    .all('*', (context) => context.body(null, 204))
  return async (context, next) => {
    const { method, url, raw } = context.req
    // Hono checks only the content types that a form can send; without that header it checks every request, JSON too.
    const headers = new Headers(raw.headers)
    headers.delete('content-type')
    const { ok } = await check.request(url, { method, headers })
    return ok ? next() : refuse(context)
  }
}
