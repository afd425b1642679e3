import { Hono, type Handler } from 'hono'
import { proxy } from 'hono/proxy'

/** An app with the releases of a deployed shop, which also answers what staff do with them. */
export function insideShop(app: Hono, shop: string): Hono {
  const send: Handler = (context) => {
    const { pathname, search } = new URL(context.req.url)
    const headers = new Headers(context.req.raw.headers)
    for (const name of ['cookie', 'host', 'origin', 'referer']) headers.delete(name)
    return proxy(shop + pathname + search, { raw: context.req.raw, headers })
  }
  return new Hono().all('/releases/*', send).all('/composition/*', send).route('/', app)
}
