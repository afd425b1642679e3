import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { csrf } from 'hono/csrf'

const formRefused = (context: Context) =>
  context.text('This form can be sent from the shop alone.', 403, { 'cache-control': 'no-store' })

/**
 * Refuses what a page of another site sends (cross-site request forgery): browsers name the page's origin in `Origin`
 * and `Sec-Fetch-Site`, which no page can change.
 * @param siteUrl public address of the shop; behind a proxy it differs from the address of the request
 * @param refuse the answer to what is refused, 403
 */
export function csrfProtection(
  siteUrl: string,
  refuse: (context: Context) => Response = formRefused,
): MiddlewareHandler {
  const shopOrigin = new URL(siteUrl).origin
  const check = new Hono()
    .use(csrf({ origin: (origin, { req }) => origin === shopOrigin || origin === new URL(req.url).origin }))
    .all('*', (context) => context.body(null, 204))
  return async (context, next) => {
    const { method, url, raw } = context.req
    // Hono checks what a form can send; without its content type every request is checked, JSON too.
    const headers = new Headers(raw.headers)
    headers.delete('content-type')
    const { ok } = await check.request(url, { method, headers })
    return ok ? next() : refuse(context)
  }
}
