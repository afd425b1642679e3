import { Hono } from 'hono'
import { indexedPaths } from './page-metadata'
import type { ShopData } from './shop-data'

const disallowedPaths = [
  '/admin',
  '/account',
  '/auth',
  '/cart',
  '/checkout',
  '/orders',
  '/create-account',
  '/receipt',
  '/review',
  '/wishlist',
]

/** `/robots.txt` and `/sitemap.xml`. */
export function searchEngines(
  siteUrl: string,
  data: Pick<ShopData, 'publicPaths'>,
  warn: (message: string) => void,
): Hono {
  const app = new Hono()

  app.get('/robots.txt', (context) =>
    context.text(
      [
        'User-agent: *',
        ...disallowedPaths.map((path) => `Disallow: ${path}`),
        `Sitemap: ${siteUrl}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  )

  app.get('/sitemap.xml', async (context) => {
    // A sitemap without products would remove them from search engines; after a 503 they retry.
    const publicPaths = await data.publicPaths().catch((error: unknown) => {
      warn(`The sitemap could not be made: ${error instanceof Error ? error.message : String(error)}`)
      return null
    })
    if (!publicPaths)
      return context.text('The sitemap cannot be had at the moment. Please ask again in a minute.', 503, {
        'retry-after': '60',
      })
    const entries = [...indexedPaths.map((page) => ({ path: page, changed: null })), ...publicPaths].map(
      ({ path: page, changed }) => {
        const address = new URL(encodeURI(page), siteUrl).href.replaceAll('&', '&amp;')
        return `<url><loc>${address}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`
      },
    )
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
    return context.body(xml, 200, { 'content-type': 'application/xml; charset=utf-8' })
  })
  return app
}
