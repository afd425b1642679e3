import type { MiddlewareHandler } from 'hono'

/** Whether it is UTF-8 without NUL, which the database cannot store; surrogates are no UTF-8. */
function isDecodable(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}

/** Whether a request's URL can be parsed and its percent-encoding is valid. */
function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { pathname, search } = new URL(address)
  // A path that begins with two slashes is parsed as a host when it is resolved against the shop's own URL.
  return (
    isDecodable(pathname) &&
    !/%(?:00|ED%[AB][0-9A-F])/i.test(search) &&
    URL.canParse(pathname, 'http://shop.invalid')
  )
}

/** Rejects a malformed URL with 400. */
export const readableAddress: MiddlewareHandler = async (context, next) => {
  if (isReadable(context.req.url)) return next()
  return context.text('This address cannot be read.', 400, { 'cache-control': 'no-store' })
}
