import type { Context } from 'hono'

/** Path and query of the page that a form was sent from, if it is one of this shop's; else the home page's. */
export function pageOfForm({ req }: Context, siteUrl: string): string {
  const referer = req.header('referer')
  const url = referer !== undefined && URL.canParse(referer) ? new URL(referer) : null
  // A path that begins with two slashes would lead to another site.
  return url?.origin === new URL(siteUrl).origin &&
    !/^\/[/\\]/.test(url.pathname) &&
    url.pathname !== req.path
    ? url.pathname + url.search
    : '/'
}
