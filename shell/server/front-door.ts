import type { MiddlewareHandler } from 'hono'
import { commonHeaders } from './security'

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

/**
 * Stands before everything: adds the headers of every answer and refuses addresses that cannot be read.
 * @param siteUrl where the shop is; over https browsers are told to come no other way for a year
 */
export function frontDoor(siteUrl: string): MiddlewareHandler {
  const secure = siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}
  const headers = Object.entries({ ...commonHeaders, ...secure })
  return async (context, next) => {
    if (isReadable(context.req.url)) await next()
    else context.res = context.text('This address cannot be read.', 400, { 'cache-control': 'no-store' })
    for (const [name, value] of headers) context.header(name, value)
  }
}
