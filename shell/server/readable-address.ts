import type { MiddlewareHandler } from 'hono'

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Whether a request's address can be read: it names a path of this server and its escapes are whole. */
function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { pathname } = new URL(address)
  // A path that begins with two slashes is read as a host where it is put behind the shop's own address.
  return isDecodable(pathname) && URL.canParse(pathname, 'http://shop.invalid')
}

/** Refuses a request whose address cannot be read: 400 and a sentence. */
export const readableAddress: MiddlewareHandler = async (context, next) => {
  if (isReadable(context.req.url)) return next()
  return context.text('This address cannot be read.', 400, { 'cache-control': 'no-store' })
}
