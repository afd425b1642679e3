import type { ReleaseSet } from '@shop/federation'
import type { SitemapEntry } from '@shop/router'
import { Hono } from 'hono'
import { errorMessage } from '../error-message'
import { memoizeWithTtl } from '../cache/memoize-with-ttl'
import type { LiveReleaseSet } from '../releases/live-releases'
import type { PagesOf } from '../releases/release-pages'
import { literalStart, isPattern, type SitePages } from '../releases/site-pages'

/** Options of `/robots.txt` and `/sitemap.xml`. */
export interface SearchEngineOptions {
  siteUrl: string
  releases: LiveReleaseSet
  pages: PagesOf
  /**
   * The entries of a remote's pages that stand for many, such as products; null when it has no server build.
   * @throws Error when they cannot be read
   */
  entriesOf(set: ReleaseSet, remote: string): Promise<SitemapEntry[]>
  onChange(listener: () => void): void
  warn(message: string): void
}

/** Path prefixes that search engines are asked not to read, without those that another one covers. */
function disallowed({ rules }: SitePages): string[] {
  const paths = rules
    .filter(({ robots }) => robots === 'disallow')
    .map(({ path }) => literalStart(path))
    .filter((path) => path !== '/')
  return [...new Set(paths)].filter((path) => !paths.some((above) => path.startsWith(`${above}/`))).sort()
}

async function sitemapEntries(options: SearchEngineOptions): Promise<SitemapEntry[]> {
  const set = await options.releases.current()
  const site = await options.pages(set)
  const isListed = (path: string) => {
    const rule = site.at(path)
    return rule !== null && rule !== 'unknown' && rule.robots === 'index' && rule.status === 200
  }
  const fixed = site.rules
    .filter(({ path }) => !isPattern(path) && isListed(path))
    .map(({ path }) => ({ path, changed: null }))
  const lists = await Promise.all(
    Object.keys(set.remotes).map(async (remote) =>
      // A remote speaks for its own pages only.
      (await options.entriesOf(set, remote)).filter(({ path }) => {
        const rule = site.at(path)
        return isListed(path) && rule !== null && rule !== 'unknown' && rule.owner === remote
      }),
    ),
  )
  return [...fixed, ...lists.flat()]
}

/** `/robots.txt` and `/sitemap.xml`, as the pages of the live release set describe themselves. */
export function searchEngines(options: SearchEngineOptions): Hono {
  const { siteUrl, releases, pages, warn } = options
  const app = new Hono()
  const entries = memoizeWithTtl(() => sitemapEntries(options), { ttlMs: 60_000 })
  options.onChange(() => {
    entries.clear()
  })

  app.get('/robots.txt', async (context) =>
    context.text(
      [
        'User-agent: *',
        ...disallowed(await pages(await releases.current())).map((path) => `Disallow: ${path}`),
        `Sitemap: ${siteUrl}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  )

  app.get('/sitemap.xml', async (context) => {
    const { id } = await releases.current()
    // A sitemap without products would remove them from search engines; after a 503 they retry.
    const listed = await entries.get(id).catch((error: unknown) => {
      warn(`The sitemap could not be made: ${errorMessage(error)}`)
      return null
    })
    if (!listed)
      return context.text('The sitemap is not available at the moment. Please try again in a minute.', 503, {
        'retry-after': '60',
      })
    const urls = listed.map(({ path, changed }) => {
      const address = new URL(encodeURI(path), siteUrl).href.replaceAll('&', '&amp;')
      return `<url><loc>${address}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`
    })
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
    return context.body(xml, 200, { 'content-type': 'application/xml; charset=utf-8' })
  })
  return app
}
