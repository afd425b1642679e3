import type { Handler } from 'hono'
import type { Context } from 'hono'
import { ageFormPath } from '../../src/age-gate/age-form-path'
import { ageCookie, setVisitorCookie, visitorCookie } from '../http/visitor-cookies'

const confirmed = 'ok'

/** Whether a visitor has confirmed their age in this browser session. */
export const isAgeConfirmed = (context: Context, siteUrl: string): boolean =>
  visitorCookie(context, siteUrl, ageCookie) === confirmed

/** Path and query of the page that a form was sent from, if it is one of this shop's; else the home page's. */
function pageOf(referer: string | undefined, siteUrl: string): string {
  const url = referer !== undefined && URL.canParse(referer) ? new URL(referer) : null
  // A path that begins with two slashes would lead to another site.
  return url?.origin === new URL(siteUrl).origin &&
    !/^\/[/\\]/.test(url.pathname) &&
    url.pathname !== ageFormPath
    ? url.pathname + url.search
    : '/'
}

/** Takes the age gate's form before scripts are there, and leads back to the page. Lasts as long as with scripts. */
export function ageForm(siteUrl: string): Handler {
  return (context) => {
    setVisitorCookie(context, siteUrl, ageCookie, confirmed, { httpOnly: true })
    const location = pageOf(context.req.header('referer'), siteUrl)
    return context.body(null, 303, { location, 'cache-control': 'no-store' })
  }
}
