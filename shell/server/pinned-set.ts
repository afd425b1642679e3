import { keepsSet, keptForSeconds, setCookie } from '../src/composition/kept-set'

/** The id in the cookie's value, unless it was given more than two hours ago. @param now milliseconds since 1970 */
export function pinnedSet(value: string | undefined, now: number): string | null {
  const [, id, since] = /^([0-9a-z]{1,40})\.(\d{1,12})$/.exec(value ?? '') ?? []
  const ageSeconds = now / 1000 - Number(since)
  // A minute ahead: the browser's clock wrote it.
  return id !== undefined && ageSeconds >= -60 && ageSeconds <= keptForSeconds ? id : null
}

/** A page that may keep its visitor on its release set. */
interface Pin {
  pathname: string
  set: string
  /** The set that the visitor keeps already. */
  kept: string | null
  siteUrl: string
  /** Milliseconds since 1970. */
  now: number
}

/** The cookie that keeps a visitor on the set of an open cart or checkout; null where none is needed. */
export function pinCookie({ pathname, set, kept, siteUrl, now }: Pin): string | null {
  if (!keepsSet(pathname) || kept === set) return null
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return `${setCookie}=${set}.${String(Math.floor(now / 1000))}; Path=/; Max-Age=${String(keptForSeconds)}; SameSite=Lax${secure}`
}
