import type { Handler } from 'hono'
import type { Context } from 'hono'
import { pageOfForm } from './page-of-form'
import { ageCookie, setVisitorCookie, visitorCookie } from '../http/visitor-cookies'

const confirmed = 'ok'

/** Whether a visitor has confirmed their age in this browser session. */
export const isAgeConfirmed = (context: Context, siteUrl: string): boolean =>
  visitorCookie(context, siteUrl, ageCookie) === confirmed

/** Takes the age gate's form before scripts are there, and leads back to the page. Lasts as long as with scripts. */
export function ageForm(siteUrl: string): Handler {
  return (context) => {
    setVisitorCookie(context, siteUrl, ageCookie, confirmed, { httpOnly: true })
    const location = pageOfForm(context, siteUrl)
    return context.body(null, 303, { location, 'cache-control': 'no-store' })
  }
}
