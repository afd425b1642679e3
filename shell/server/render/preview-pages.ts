import { Hono } from 'hono'
import { generateCookie } from 'hono/cookie'
import { csrfProtection } from '../forms/csrf'
import { pageOfForm } from '../forms/page-of-form'
import { reportsPath } from '../http/security'
import { previewCookie } from '../http/visitor-cookies'
import { leavePreviewPath, previewPath, type Previews } from '../releases/previews'
import { errorPage } from './error-pages'

/** Where links to previews open and browsers leave them. It takes what browsers report of a preview, so it stands before what counts that. */
export function previewPages(previews: Pick<Previews, 'openIn' | 'read'>, siteUrl: string): Hono {
  const cookie = (value: string, maxAge: number) =>
    generateCookie(previewCookie, value, {
      ...{ path: '/', maxAge, httpOnly: true, sameSite: 'Lax' },
      secure: siteUrl.startsWith('https:'),
    })
  const app = new Hono()
  // What is measured or fails in a preview says nothing of what is live.
  app.on('POST', ['/vitals', reportsPath], async (context, next) =>
    (await previews.openIn(context)) ? context.body(null, 204) : next(),
  )
  app.get(`${previewPath}/:token`, async (context) => {
    const { token } = context.req.param()
    const preview = await previews.read(token)
    if (preview === 'expired') return errorPage('expiredPreview')
    if (preview === 'invalid') return errorPage('invalidPreview')
    return context.body(null, 303, {
      location: preview.location,
      'set-cookie': cookie(token, preview.seconds),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    })
  })
  app.post(leavePreviewPath, csrfProtection(siteUrl), (context) =>
    context.body(null, 303, {
      location: pageOfForm(context, siteUrl),
      'set-cookie': cookie('', 0),
      'cache-control': 'private, no-store',
    }),
  )
  return app
}
