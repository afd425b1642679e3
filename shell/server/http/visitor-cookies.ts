import { guestCookie, guestCookieSeconds, hostCookie } from '@shop/supabase'
import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'

/** Cookie with the release set that is pinned by an open cart or checkout, and since when: `<id>.<seconds since 1970>`. */
export const pinnedCookie = 'aurelle_set'

/** Cookie with the set that did not run in this browser, the live one or its fallback, and since when. */
export const brokenCookie = 'aurelle_broken_set'

/** Cookie with the number by which a visitor gets canaries, of 10,000; there is none before the first canary. */
export const canaryCookie = 'aurelle_canary'

/** Cookie with the release set that this browser previews: the token of the link that was opened. */
export const previewCookie = 'aurelle_preview'

/** Cookie of a visitor who has confirmed their age by the gate's form. */
export const ageCookie = 'aurelle_age'

// A visitor with one of these cookies may get a page of their own: of another release set than the live one, or without the age gate.
const ownCookies = [previewCookie, pinnedCookie, brokenCookie, ageCookie]

/**
 * Whether a page may differ from everybody's by the cookies of its request. In doubt it says yes: what says so is neither
 * answered from what is cached for all, nor stored by a cache on the way.
 * @param header the header `cookie` as received
 */
export const mayGetOwnPage = (header: string | undefined): boolean =>
  header !== undefined && ownCookies.some((name) => header.includes(name))

const nameFor = (context: Context, siteUrl: string, name: string) =>
  hostCookie(name, siteUrl, context.req.header('user-agent') ?? '')

/** The value of a cookie that only the shop's own host can have set. @param name without its prefix */
export const visitorCookie = (context: Context, siteUrl: string, name: string): string | undefined =>
  getCookie(context, nameFor(context, siteUrl, name))

/** The header `Set-Cookie` of a cookie that only the shop's own host can set. @param name without its prefix */
export function writtenCookie(
  context: Context,
  siteUrl: string,
  name: string,
  value: string,
  options: Pick<CookieOptions, 'maxAge' | 'httpOnly'> = {},
): string {
  const prefixed = nameFor(context, siteUrl, name)
  const secure = prefixed.startsWith('__Host-')
  return generateCookie(prefixed, value, { ...options, path: '/', sameSite: 'Lax', secure })
}

/** Sets such a cookie with the context's response. */
export function setVisitorCookie(...[context, ...cookie]: Parameters<typeof writtenCookie>): void {
  context.header('set-cookie', writtenCookie(context, ...cookie), { append: true })
}

/** The header `Set-Cookie` that sends a guest's id with every request for a year. */
export const writtenGuestCookie = (context: Context, id: string, siteUrl: string): string =>
  writtenCookie(context, siteUrl, guestCookie, id, { maxAge: guestCookieSeconds })
